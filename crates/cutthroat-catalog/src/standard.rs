//! The list of our games.

use cutthroat::NotationError;
use cutthroat_games::cards::{BridgeRules, HeartsRules, OhHellRules, SergeantMajorRules, SpadesRules, bridge};

use crate::cards::Cards;
use crate::chinese_checkers::Checkers;
use crate::game_info::ReadGame;
use crate::registry::Registry;
use crate::trees::Trees;

/// All our games.
pub(crate) fn registry() -> Registry {
    Registry::empty()
        .with(Trees::typed())
        .with(Trees::uniform())
        .with(Trees::ternary(
            "n-game",
            "Nau's N-game: every arc +1 or -1, Max wins where they add up to 0 or more; siblings are alike",
        ))
        .with(Trees::ternary(
            "n-game-like",
            "the N-game-like tree of the 1994 paper: only arcs below Min nodes count, +1 with chance 0.61803",
        ))
        .with(Trees::ternary("p-game", "Pearl's P-game: every leaf won with chance 0.68233, whatever its siblings are"))
        .with(Checkers)
        .with(
            Cards::<HeartsRules>::new(
                "Hearts: take as few points as you can, or all of them",
                3,
                "1:Q.A2..4 .KQ.A.3 A.5.K.2",
            )
            .with_expert("flat:weights=learned,share=halving,playout=learned:0.3,nodes=1000000")
            .at_table(&[("rules", "table"), ("pass", "left")]),
        )
        .with(
            Cards::<SpadesRules>::new(
                "Spades: take what you bid; two or three for themselves, four in partnership",
                3,
                "1:A.K3..T Q2.A.K. T.J.2.J bids=1,2,0",
            )
            .with_expert("flat:share=halving,playout=learned:0.1,eval=score,nodes=800000")
            .at_table(&[("rules", "table")]),
        )
        .with(
            Cards::<SergeantMajorRules>::new(
                "Sergeant Major or 8-5-3: three players, sixteen tricks, targets eight, five and three",
                3,
                "1:AK3.Q2..T9 QJ2.A.K.32 T9.KJ3.2.J",
            )
            .with_expert("flat:share=halving,playout=learned:0.1,nodes=1000000")
            .at_table(&[("rules", "table")]),
        )
        .with(
            Cards::<OhHellRules>::new(
                "Oh Hell: take exactly what you bid",
                4,
                "1:A.K..2 Q.A.2. J..K3. T.3.4. trump=S bids=1,1,0,0",
            )
            .with_expert("flat:share=halving,playout=learned:0.1,nodes=1000000"),
        )
        .with(
            Cards::<BridgeRules>::new(
                "bridge, double dummy: two sides, every card seen, tricks count",
                4,
                "1:A.K..2 Q.A.2. J..K3. T.3.4. trump=N",
            )
            .with_expert("paranoid:root-ties=any,nodes=750000,end-first=on,memory=16")
            .with_records(bridge_records),
        )
}

/// Boards of bridge in PBN or LIN. Without a contract north leads, and there is no trump.
fn bridge_records(text: &str) -> Option<Result<Vec<ReadGame>, NotationError>> {
    let boards = bridge::read_boards(text)?;
    let game = |board: &bridge::Board| {
        let moves = board.plays.iter().map(ToString::to_string).collect();
        Ok(ReadGame { position: board.position_text(0)?, moves })
    };
    let games = boards.and_then(|boards| boards.iter().map(game).collect());
    Some(games.map_err(|error| NotationError(error.to_string())))
}
