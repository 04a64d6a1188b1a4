//! A search with a table takes the memory it was given, and little more.

use cutthroat::maxn::{self, MaxnOptions, Test};
use cutthroat::{Maxn, Pruning, VectorTable};
use cutthroat_games::cards::{MakingBids, Spades, SpadesEvaluation, SpadesRules};

/// The peak memory of this process, in bytes, if the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[test]
fn sixty_four_mebibytes_are_sixty_four_mebibytes() {
    let Some(before) = peak() else { return };
    let (game, deal) = Spades::deal(SpadesRules::default(), 3, Some(8), 1).unwrap();
    let options = MaxnOptions { pruning: Pruning::DEEP, test: Test::Table, bounds: true, ..MaxnOptions::default() };
    let mut table = VectorTable::new(64);
    assert!(table.bytes() <= 64 << 20 && table.bytes() > 63 << 20, "{} bytes", table.bytes());
    let found = Maxn::with_order(&game, &SpadesEvaluation::Mot, &MakingBids)
        .options(&options)
        .partitions(&mut table)
        .run(&deal);
    assert!(found.unwrap().is_complete() && table.statistics().hits > 0);
    let masks = maxn::outcome_mask_bytes(&game, &SpadesEvaluation::Mot, &options, true);
    let taken = peak().unwrap() - before;
    assert!(taken <= (80 << 20) + masks, "{taken} bytes at the most");
}
