//! Hands and play, printed for people.

use std::fmt::Write as _;

use cutthroat::{Game, Player, counted};

use super::card::{Card, Cards, Suit};
use super::position::Position;
use super::rules::Rules;
use super::trick::TrickGame;

/// The hands, one line each, with who is to play and what has been taken:
///
/// ```text
/// > seat 1  ♠ AK3  ♥ Q2   ♦ -  ♣ T9   taken 2
///   seat 2  ♠ QJ2  ♥ A    ♦ K  ♣ 32   taken 0
/// trick: SA from seat 3
/// ```
#[must_use]
pub fn picture_of_hands<R: Rules>(game: &TrickGame<R>, position: &Position) -> String {
    let hands: Vec<Cards> = Player::all(game.players()).map(|player| position.hand(player)).collect();
    let taken = |player: Player| format!("  taken {}", position.taken()[game.rules().party(player.index())]);
    let mut text = lines_of_hands(&hands, game.mover(position), taken);
    if position.played() > 0 {
        let _ = writeln!(
            text,
            "trick: {} from seat {}",
            position.trick().map(|card| card.to_string()).collect::<Vec<_>>().join(" "),
            game.leader(position).seat()
        );
    }
    text
}

/// A line for each hand, the mover's with a mark, and what stands at its end.
pub(super) fn lines_of_hands(hands: &[Cards], mover: Option<Player>, end: impl Fn(Player) -> String) -> String {
    let width = |suit: Suit| hands.iter().map(|hand| hand.of(suit).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (player, &hand) in Player::all(hands.len()).zip(hands) {
        let mark = if mover == Some(player) { '>' } else { ' ' };
        let _ = write!(text, "{mark} seat {}", player.seat());
        for suit in Suit::ALL {
            let _ = write!(text, "  {} {:<width$}", suit.sign(), ranks_of(hand, suit), width = width(suit).max(1));
        }
        let _ = writeln!(text, "{}", end(player));
    }
    text
}

fn ranks_of(hand: Cards, suit: Suit) -> String {
    let ranks: String = hand.of(suit).iter().map(Card::rank).collect();
    if ranks.is_empty() { "-".to_owned() } else { ranks }
}

/// A played line, one trick to a line, the winning card in brackets:
///
/// ```text
/// trick 1, seat 1 leads: SA [H2] S3   seat 2 takes it
/// ```
#[must_use]
pub fn picture_of_line<R: Rules>(game: &TrickGame<R>, position: &Position, line: &[Card]) -> String {
    let mut position = *position;
    let mut text = String::new();
    let mut moves = line.iter().copied().peekable();
    while moves.peek().is_some() {
        let leader = game.leader(&position);
        let number = game.tricks_over(&position) + 1;
        let mut cards: Vec<Card> = position.trick().collect();
        let mut best = position.winning().map(|(_, best)| best);
        let before = position.taken();
        for card in moves.by_ref() {
            game.play(&mut position, card);
            cards.push(card);
            best = best.filter(|&best| !card.beats(best, game.rules().trump())).or(Some(card));
            if position.played() == 0 {
                break;
            }
        }
        let _ = write!(text, "trick {number}, seat {} leads:", leader.seat());
        for card in cards {
            let _ = if best == Some(card) { write!(text, " [{card}]") } else { write!(text, " {card}") };
        }
        if position.played() == 0 {
            let winner = game.leader(&position);
            let party = game.rules().party(winner.index());
            let taken = position.taken()[party] - before[party];
            let points = if R::PER_TRICK == 0 { format!(" for {taken}") } else { String::new() };
            let _ = write!(text, "   seat {} takes it{points}", winner.seat());
        }
        text.push('\n');
    }
    text
}

/// Which trick begins, and who leads to it.
pub(super) fn heading_of_trick<R: Rules>(game: &TrickGame<R>, position: &Position) -> String {
    format!("trick {}, seat {} leads", game.tricks_over(position) + 1, game.leader(position).seat())
}

/// Who takes the trick that `card` ends, with which card, and for how many points where those are counted.
pub(super) fn outcome_of_trick<R: Rules>(game: &TrickGame<R>, position: &Position, card: Card) -> Option<String> {
    let mut after = *position;
    game.play(&mut after, card);
    if after.played() > 0 {
        return None;
    }
    let best = position.winning().map(|(_, best)| best).filter(|&best| !card.beats(best, game.rules().trump()));
    let winner = game.leader(&after);
    let party = game.rules().party(winner.index());
    let taken = usize::from(after.taken()[party] - position.taken()[party]);
    let points = if R::PER_TRICK == 0 { format!(" for {}", counted(taken, "point")) } else { String::new() };
    Some(format!("seat {} takes it with {}{points}", winner.seat(), best.unwrap_or(card)))
}
