//! Boards written and read again.

use cutthroat::{Game as _, Player};
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::super::card::{Card, Cards};
use super::super::start::CardStart;
use super::super::trick::TrickGame;
use super::*;

/// A board with a contract and some cards played, at random.
fn drawn(rng: &mut ChaCha8Rng) -> Board {
    let mut pack: Vec<Card> = Cards::PACK.iter().collect();
    pack.shuffle(rng);
    let hand = |seat: usize| pack[13 * seat..13 * seat + 13].iter().copied().collect();
    let mut board = Board::new([hand(0), hand(1), hand(2), hand(3)]).unwrap();
    let seats: Vec<Player> = Player::all(4).collect();
    board.dealer = [None, seats.choose(rng).copied()].choose(rng).copied().flatten();
    let vulnerable = [Vulnerability::Neither, Vulnerability::NorthSouth, Vulnerability::EastWest, Vulnerability::Both];
    board.vulnerable = vulnerable.choose(rng).copied();
    if rng.random_bool(0.8) {
        let doubling = [Doubling::Undoubled, Doubling::Doubled, Doubling::Redoubled].choose(rng).copied().unwrap();
        let contract = Contract { level: rng.random_range(1..8), strain: *STRAINS.choose(rng).unwrap(), doubling };
        board.contract = Some((contract, *seats.choose(rng).unwrap()));
        let rules = BridgeRules { trump: contract.strain };
        let leader = board.leader().unwrap().index();
        let start = CardStart { hands: board.hands.to_vec(), leader, ..CardStart::default() };
        let (game, mut position) = TrickGame::new(rules, &start).unwrap();
        for _ in 0..rng.random_range(0..53) {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(&card) = moves.choose(rng) else { break };
            game.play(&mut position, card);
            board.plays.push(card);
        }
    } else {
        board.passed_out = rng.random_bool(0.5);
    }
    if rng.random_bool(0.5) {
        board.table =
            Some(TrickTable { tricks: std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(0..14))) });
    }
    if rng.random_bool(0.5) {
        let tag = |name: &str, value: &str, lines: &[&str]| OtherTag {
            name: name.to_owned(),
            value: value.to_owned(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        };
        board.others = vec![
            tag("Event", "a \"quoted\" event \\", &[]),
            tag("Board", "17", &[]),
            tag("Auction", "N", &["1C Pass 1S Pass", "Pass Pass"]),
            tag("ScoreTable", "Rank\\2R;Contract\\6L", &["1 4S"]),
        ];
    }
    board
}

#[test]
fn boards_are_read_as_they_are_written() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let boards: Vec<Board> = (0..500).map(|_| drawn(&mut rng)).collect();
    let text = write_pbn(&boards);
    assert!(is_pbn(&text));
    assert_eq!(read_pbn(&text).unwrap(), boards);
    // Tags are kept in the order in which they are written.
    assert_eq!(write_pbn(&read_pbn(&text).unwrap()), text);
}

#[test]
fn a_board_of_another_program_is_read() {
    let text = "% PBN 2.1\r\n[Event \"Club; with a semicolon\"] ; a comment\n[Board \"5\"]\n[Dealer \"N\"]\n[Vulnerable \"Love\"]\n\
        {A comment\nover lines}\n[Deal \"E:AKQJ.AKQJ.AK.AKQ T987.T987.QJT.JT 6543.6543.987.98 2.2.65432.765432\"]\n\
        [Declarer \"E\"]\n[Contract \"3NT\"]\n[Play \"S\"]\nST S2 S3 SA =1=\n- - - SK\n*\n\n[Event \"#\"]\n\
        [Deal \"N:AKQJ.AKQJ.AK.AKQ T987.T987.QJT.JT 6543.6543.987.98 2.2.65432.765432\"]\n";
    let text = text.replace("ST S2 S3 SA", "ST S6 S2 SA");
    let boards = read_pbn(&text).unwrap();
    assert_eq!(boards.len(), 2);
    let first = &boards[0];
    assert_eq!(first.hands[1].to_string(), "AKQJ.AKQJ.AK.AKQ");
    assert_eq!(first.hands[0].to_string(), "2.2.65432.765432");
    assert_eq!(first.vulnerable, Some(Vulnerability::Neither));
    assert_eq!(first.leader().map(compass), Some('S'));
    let plays: Vec<String> = first.plays.iter().map(ToString::to_string).collect();
    assert_eq!(plays, ["ST", "S6", "S2", "SA", "SK"]);
    assert!(first.position_text(5).unwrap().starts_with("2:"), "{}", first.position_text(5).unwrap());
    assert_eq!(boards[1].others[0].value, "Club; with a semicolon");
}

#[test]
fn lin_is_read() {
    let text = "pn|south,west,north,east|st||md|1SAKQJHAKQJDAKCAKQ,ST987HT987DQJTCJT,S6543H6543D987C98,|rh||ah|Board 7|sv|n|\
        mb|2C|mb|p|mb|2D!|mb|p|mb|2N|mb|p|mb|3N|mb|d|mb|p|mb|p|mb|p|pg||pc|ST|pc|S3|pc|s2|pc|SA|pg||";
    let boards = read_lin(text).unwrap();
    let board = &boards[0];
    assert_eq!(board.dealer.map(compass), Some('S'));
    assert_eq!(board.hands[2].to_string(), "AKQJ.AKQJ.AK.AKQ");
    assert_eq!(board.hands[1].to_string(), "2.2.65432.765432");
    let (contract, declarer) = board.contract.unwrap();
    assert_eq!((contract.to_string().as_str(), compass(declarer)), ("3NTX", 'S'));
    assert_eq!(board.plays.len(), 4);
    assert_eq!(board.vulnerable, Some(Vulnerability::NorthSouth));
    // What LIN says can be written as PBN.
    assert_eq!(read_pbn(&write_pbn(&boards)).unwrap()[0].plays, board.plays);
}

#[test]
fn mistakes_name_the_board_and_what_is_wrong() {
    let deal = "[Deal \"N:AKQJ.AKQJ.AK.AKQ T987.T987.QJT.JT 6543.6543.987.98 2.2.65432.765432\"]\n";
    let told = |text: &str| read_pbn(text).unwrap_err().to_string();
    assert_eq!(told(""), "there is no board in it: a board has a tag [Deal \"N:...\"], or md|...| in LIN");
    assert_eq!(
        told(&format!("{deal}\n{}", deal.replace("AKQJ.A", "AKQ.A"))),
        "board 2: N holds 12 cards; everybody holds 13"
    );
    assert_eq!(told(&deal.replace("T987.T987", "A987.T987")), "board 1: SA is there twice");
    assert_eq!(told(&format!("{deal}[Dealer \"Q\"]")), "board 1: Dealer `Q` is not N, E, S or W");
    assert_eq!(
        told(&format!("{deal}[Contract \"9H\"]")),
        "board 1: Contract `9H` is not a contract such as 3NT or 4SX, or Pass"
    );
    let played = format!("{deal}[Declarer \"W\"]\n[Contract \"1NT\"]\n[Play \"N\"]\nSA H7 S6 S2\n*\n");
    assert!(told(&played).starts_with("board 1: card 2 of the play, H7: "), "{}", told(&played));
    assert_eq!(
        told(&deal.replace(']', "")),
        "line 1 cannot be read: `[Deal \"N:AKQJ.AKQJ.AK.AKQ T987.T987.QJT.JT 6543.6543.987.98 2.2.65432.765432\"`"
    );
    assert!(read_lin("md|9S,H,D|").unwrap_err().to_string().starts_with("board 1: md `9S,H,D` is not the dealer"));
}
