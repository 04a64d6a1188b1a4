//! Bridge double dummy: nodes and time of exact searches of random deals, in all five strains; or of the deals that
//! another program asks about.
//!
//!     cargo run --release -p cutthroat-games --features measure --example double_dummy -- 13 20
//!     cargo run --release -p cutthroat-games --features measure --example double_dummy -- 10 100 0 N 256
//!     cargo run --release -p cutthroat-games --features measure --example double_dummy -- answer 256
//!
//! The arguments are: cards in each hand; deals; the first seed, 0 if not given; strains out of `SHDCN`, or `all`; and
//! MiB for the table; and `first` for the first of the best moves, or `any`. The leader is seat 1, and every strain of every
//! deal has an empty table.
//!
//! With `answer` it reads questions from standard input, one in a line, and answers each in a line, on one thread and with
//! one table, which is emptied before each: `bench/dds.py` times it beside another solver. A question is one of these
//! words, and a position such as `4:AK3.. QJ2.. T98.. 765.. trump=S`:
//!
//! - `rule`: the value for the side that leads, the best card (the first in the reference order), the nodes, and nanoseconds.
//! - `any`: the same with any best card.
//! - `cards`: the nodes and nanoseconds, and what every card is worth, as `SA:9`.
//! - `table`: the twenty results, declarer by declarer from seat 1 on, in the strains `SHDCN`.

use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::time::Instant;

use cutthroat::paranoid::{ParanoidOptions, Window};
use cutthroat::{Analysis, Budget, Game, Paranoid, Player, ScalarTable};
use cutthroat_games::cards::bridge::tricks_in_strain;
use cutthroat_games::cards::{Bridge, BridgeEvaluation, BridgeRules, Card, Position, Suit, Weighted, read};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| words.get(place).map_or(Some(usual), |word| word.parse().ok());
    if words.first().is_some_and(|word| word == "answer") {
        let Some(memory) = number(1, 256) else {
            eprintln!("double_dummy answer [MIB]");
            std::process::exit(2);
        };
        return answer(memory as usize);
    }
    let strain = |letter: char| if letter == 'N' { Some(None) } else { Suit::of_letter(letter).map(Some) };
    let letters = words.get(3).map_or("SHDCN", |word| if word == "all" { "SHDCN" } else { word });
    let strains: Option<Vec<Option<Suit>>> = letters.chars().map(strain).collect();
    let (Some(cards), Some(deals), Some(first), Some(strains), Some(memory)) =
        (number(0, 13), number(1, 20), number(2, 0), strains, number(4, 256))
    else {
        eprintln!("double_dummy CARDS DEALS [FIRST-SEED [STRAINS|all [MIB [first|any]]]]");
        std::process::exit(2);
    };
    let wanted = if words.get(5).is_some_and(|word| word == "any") { Wanted::AnyBest } else { Wanted::FirstBest };
    println!("{cards} cards each, seeds {first} to {}, {memory} MiB", first + deals - 1);
    println!(
        "| strain | median nodes | geometric mean | mean | most | median ms | mean ms | tricks of seats 1 and 3 |\n|---|---|---|---|---|---|---|---|"
    );
    for strain in strains {
        let mut costs: Vec<(u64, f64)> = Vec::new();
        let mut tricks = 0;
        for seed in first..first + deals {
            let (game, deal) = Bridge::deal(BridgeRules { trump: strain }, 4, Some(cards as usize), seed)
                .expect("four players have up to thirteen cards");
            let mut table = ScalarTable::new(memory as usize);
            let start = Instant::now();
            let found = solve(&game, &deal, wanted, &mut table);
            let payoff = found.payoff[leader(&game, &deal)];
            eprintln!("seed {seed} {strain:?}: {payoff} tricks, {} nodes, {:?}", found.nodes, table.statistics());
            costs.push((found.nodes, start.elapsed().as_secs_f64()));
            tricks += i64::from(payoff);
        }
        let mean = costs.iter().map(|cost| cost.0).sum::<u64>() / deals;
        let geometric = (costs.iter().map(|cost| (cost.0 as f64).ln()).sum::<f64>() / deals as f64).exp();
        let mean_seconds = costs.iter().map(|cost| cost.1).sum::<f64>() / deals as f64;
        costs.sort_unstable_by_key(|cost| cost.0);
        let median = costs[costs.len() / 2].0;
        let most = costs[costs.len() - 1].0;
        costs.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        let seconds = costs[costs.len() / 2].1;
        let strain = strain.map_or('N', Suit::letter);
        println!(
            "| {strain} | {median} | {geometric:.0} | {mean} | {most} | {:.1} | {:.1} | {:.2} |",
            seconds * 1e3,
            mean_seconds * 1e3,
            tricks as f64 / deals as f64
        );
    }
}

fn leader(game: &Bridge, deal: &Position) -> Player {
    game.mover(deal).expect("somebody has a card to play")
}

/// What is asked about a deal.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    FirstBest,
    AnyBest,
    EveryCard,
}

/// Searches as `solve` does.
fn solve(game: &Bridge, deal: &Position, wanted: Wanted, table: &mut ScalarTable) -> Analysis<Card> {
    let options = ParanoidOptions {
        window: Window::Null,
        bounds: true,
        all_moves: wanted == Wanted::EveryCard,
        any_best: wanted == Wanted::AnyBest,
        ..ParanoidOptions::default()
    };
    let order = Weighted::against(leader(game, deal));
    Paranoid::with_order(game, &BridgeEvaluation::Tricks, &order)
        .options(&options)
        .partitions(table)
        .run(deal)
        .expect("options that fit")
}

/// Answers the questions of another program.
fn answer(memory: usize) {
    let mut table = ScalarTable::new(memory);
    for line in stdin().lock().lines() {
        let line = line.expect("lines of text");
        let (question, position) = line.split_once(' ').unwrap_or((&line, ""));
        let answered = match read::<BridgeRules>(position) {
            Ok((game, deal)) if game.mover(&deal).is_some() => answer_one(question, &game, &deal, &mut table),
            Ok(_) => Err("nobody has a card to play".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match answered {
            Ok(answer) => println!("{answer}"),
            Err(error) => {
                eprintln!("`{line}`: {error}");
                std::process::exit(1);
            }
        }
        stdout().flush().expect("somebody reads the answers");
    }
}

fn answer_one(question: &str, game: &Bridge, deal: &Position, table: &mut ScalarTable) -> Result<String, String> {
    let start = Instant::now();
    table.clear();
    let found = match question {
        "table" => return Ok(twenty(deal, table)),
        "rule" => solve(game, deal, Wanted::FirstBest, table),
        "any" => solve(game, deal, Wanted::AnyBest, table),
        "cards" => solve(game, deal, Wanted::EveryCard, table),
        _ => return Err("a question is `rule`, `any`, `cards` or `table`".to_owned()),
    };
    let nanoseconds = start.elapsed().as_nanos();
    let root = leader(game, deal);
    if question == "cards" {
        let mut answer = format!("{} {nanoseconds}", found.nodes);
        for worth in &found.moves {
            for card in game.equivalent_cards(deal, worth.mv).iter() {
                answer.push_str(&format!(" {card}:{}", worth.payoff[root]));
            }
        }
        return Ok(answer);
    }
    let best = found.best.expect("a card to play");
    Ok(format!("{} {best} {} {nanoseconds}", found.payoff[root], found.nodes))
}

/// The tricks of every declarer in every strain.
fn twenty(deal: &Position, table: &mut ScalarTable) -> String {
    let hands = std::array::from_fn(|seat| deal.hand(Player::new(seat)));
    let mut results = [[0; 5]; 4];
    for (column, strain) in "SHDCN".chars().enumerate() {
        table.clear();
        let tricks = tricks_in_strain(&hands, Suit::of_letter(strain), table, &Budget::default());
        for (row, tricks) in results.iter_mut().zip(tricks.expect("a deal that was read")) {
            row[column] = tricks;
        }
    }
    let words: Vec<String> = results.as_flattened().iter().map(ToString::to_string).collect();
    words.join(" ")
}
