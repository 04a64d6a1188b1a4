//! Changes inputs: bits and bytes, words for other words, numbers for numbers at the edge, pieces of other inputs.

use std::collections::BTreeSet;

/// A plain generator of numbers (Steele, Lea and Flood's SplitMix): the same on every machine.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }

    pub(crate) fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}

/// The longest input.
const MOST_BYTES: usize = 1 << 16;

/// Numbers at the edge of something.
const EDGES: [&str; 24] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "9",
    "13",
    "16",
    "17",
    "52",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "-32768",
    "65536",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "-1",
];

/// Characters that are easily mistaken.
const STRANGE: [&str; 14] =
    ["\0", "\r\n", "\t", "\u{a0}", "\u{feff}", "\u{2028}", "ß", "İ", "🂡", "é", "\"", "\\", "\u{1b}[31m", "٣"];

/// The words of inputs: runs of letters and digits, and what stands between.
pub(crate) fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'-' || byte == b'_';
    let mut words = Vec::new();
    let mut begin = 0;
    for at in 1..=text.len() {
        if at == text.len() || !is_word(text[at]) || !is_word(text[at - 1]) {
            words.push((begin, at));
            begin = at;
        }
    }
    words
}

/// Every word of some inputs that are text, once.
pub(crate) fn dictionary<'i>(inputs: impl Iterator<Item = &'i [u8]>) -> Vec<Vec<u8>> {
    let mut known = BTreeSet::new();
    for input in inputs.filter(|input| std::str::from_utf8(input).is_ok()) {
        known.extend(words(input).into_iter().map(|(begin, end)| input[begin..end].to_vec()));
    }
    known.into_iter().collect()
}

/// Changes an input a few times. The first line, which often names the game, mostly stays.
pub(crate) fn change(numbers: &mut Numbers, pool: &[Vec<u8>], dictionary: &[Vec<u8>]) -> Vec<u8> {
    let mut input = numbers.one_of(pool).clone();
    let most = *numbers.one_of(&[1, 1, 1, 2, 4, 12]);
    let times = 1 + numbers.below(most);
    let heading = input.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let kept = if numbers.below(16) == 0 { 0 } else { heading };
    let is_text = std::str::from_utf8(&input).is_ok();
    for _ in 0..times {
        let rest = &input[kept.min(input.len())..];
        let changed = once(numbers, rest, pool, dictionary, is_text);
        input.truncate(kept);
        input.extend(changed);
        input.truncate(MOST_BYTES);
    }
    input
}

fn once(numbers: &mut Numbers, input: &[u8], pool: &[Vec<u8>], dictionary: &[Vec<u8>], is_text: bool) -> Vec<u8> {
    let mut input = input.to_vec();
    let kinds = if is_text { 20 } else { 6 };
    let kind = numbers.below(kinds);
    if input.is_empty() {
        return if dictionary.is_empty() { vec![b'1'] } else { numbers.one_of(dictionary).clone() };
    }
    let at = numbers.below(input.len());
    let end = at + 1 + numbers.below((input.len() - at).min(16));
    match kind {
        // A bit, a byte, a number of four bytes.
        0 => input[at] ^= 1 << numbers.below(8),
        1 => input[at] = *numbers.one_of(&[0, 1, 0x7f, 0x80, 0xff, b' ', b'\n', b',', b'.', b'-', b'/', b'?', b'\'']),
        2 if !is_text && at + 4 <= input.len() => {
            let number = *numbers.one_of(&[0, 1, u32::MAX, 0x7fff_ffff, 0x100, 0x1_0000, 0x8000_0000]);
            let bytes = if numbers.below(2) == 0 { number.to_be_bytes() } else { number.to_le_bytes() };
            input[at..at + 4].copy_from_slice(&bytes);
        }
        // A piece taken out, doubled, or cut off.
        2 | 3 => drop(input.drain(at..end.min(input.len()))),
        4 => {
            let piece = input[at..end.min(input.len())].to_vec();
            let times = if numbers.below(32) == 0 { 1 + numbers.below(2000) } else { 1 };
            let piece = piece.repeat(times);
            input.splice(at..at, piece);
        }
        5 if numbers.below(3) == 0 => input.truncate(at),
        5 => input[at] = input[at].wrapping_add(if numbers.below(2) == 0 { 1 } else { 255 }),
        _ => return by_words(numbers, &input, pool, dictionary, kind),
    }
    input
}

/// A change that keeps words whole.
fn by_words(numbers: &mut Numbers, input: &[u8], pool: &[Vec<u8>], dictionary: &[Vec<u8>], kind: usize) -> Vec<u8> {
    let places = words(input);
    let &(begin, end) = numbers.one_of(&places);
    let with = |piece: &[u8], from: usize, to: usize| [&input[..from], piece, &input[to..]].concat();
    match kind {
        // Another word, one more, one less.
        6 | 7 => with(&numbers.one_of(dictionary).clone(), begin, end),
        8 => with(&numbers.one_of(dictionary).clone(), begin, begin),
        9 => with(b"", begin, end),
        // Two words change places.
        10 | 11 => {
            let &(other, other_end) = numbers.one_of(&places);
            let ((b1, e1), (b2, e2)) =
                if begin < other { ((begin, end), (other, other_end)) } else { ((other, other_end), (begin, end)) };
            if b1 == b2 {
                return input.to_vec();
            }
            [&input[..b1], &input[b2..e2], &input[e1..b2], &input[b1..e1], &input[e2..]].concat()
        }
        // Two letters or digits change places: cards of two hands, for example.
        16..=19 => {
            let letters: Vec<usize> = (0..input.len()).filter(|&at| input[at].is_ascii_alphanumeric()).collect();
            if letters.is_empty() {
                return input.to_vec();
            }
            let mut input = input.to_vec();
            input.swap(*numbers.one_of(&letters), *numbers.one_of(&letters));
            input
        }
        // Another number, where there is one.
        12 | 13 => {
            let is_number = |&&(begin, end): &&(usize, usize)| input[begin..end].iter().all(u8::is_ascii_digit);
            let numbers_there: Vec<(usize, usize)> = places.iter().filter(is_number).copied().collect();
            if numbers_there.is_empty() {
                return with(numbers.one_of(&STRANGE).as_bytes(), begin, begin);
            }
            let &(begin, end) = numbers.one_of(&numbers_there);
            let now = std::str::from_utf8(&input[begin..end]).ok().and_then(|text| text.parse::<u64>().ok());
            let next = match (numbers.below(4), now) {
                (0, Some(now)) => now.wrapping_add(1).to_string(),
                (1, Some(now)) => now.wrapping_sub(1).to_string(),
                (2, Some(_)) => numbers.below(20).to_string(),
                _ => (*numbers.one_of(&EDGES)).to_owned(),
            };
            with(next.as_bytes(), begin, end)
        }
        // A piece of another input, from word to word.
        14 => {
            let other = numbers.one_of(pool);
            let theirs = words(other);
            if theirs.is_empty() {
                return input.to_vec();
            }
            let from = numbers.below(theirs.len());
            let to = (from + 1 + numbers.below(12)).min(theirs.len());
            with(&other[theirs[from].0..theirs[to - 1].1], begin, end)
        }
        _ => with(numbers.one_of(&STRANGE).as_bytes(), begin, begin),
    }
}
