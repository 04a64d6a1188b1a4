//! The twenty results of a deal, and par.

use cutthroat::Player;

use super::super::card::Suit;
use super::contract::{Contract, Doubling, STRAINS, Vulnerability, compass};

/// How many tricks each declarer takes in each strain, with best play of everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrickTable {
    /// By declarer, then by strain in the order of [`STRAINS`].
    pub tricks: [[u8; 5]; 4],
}

impl TrickTable {
    /// What `declarer` takes in a strain.
    #[must_use]
    pub fn of(&self, declarer: Player, strain: Option<Suit>) -> u8 {
        let column = STRAINS.iter().position(|&known| known == strain).unwrap_or_default();
        self.tricks[declarer.index()][column]
    }

    /// Par: what both sides score if everybody bids as well as possible, knowing all hands.
    ///
    /// The auction is played out backwards. Who does not like the last bid may bid on or let it stand; a contract that
    /// fails is doubled. The partner who takes more tricks declares.
    #[must_use]
    pub fn par(&self, dealer: Player, vulnerable: Vulnerability) -> Par {
        let auction = Auction { table: self, vulnerable };
        let values = auction.values();
        // The best that a side can reach by opening the bidding, for north and south.
        let opens = |side: usize| best_for(side, values.iter().map(|row| row[side]));
        // Everybody may pass, and each side is asked twice: a side that gains by bidding bids.
        let first = dealer.index() % 2;
        let mut score = 0;
        for side in [1 - first, first, 1 - first, first] {
            score = best_for(side, [score, opens(side)].into_iter());
        }
        let mut contracts = Vec::new();
        for (bid, side) in (0..BIDS).flat_map(|bid| [(bid, 0), (bid, 1)]) {
            let stands = auction.stands(bid, side);
            // The others let it stand because they would lose by bidding on.
            let over = values[bid + 1..].iter().map(|row| row[1 - side]);
            let loses = bid + 1 == BIDS || best_for(1 - side, over) != score;
            if score != 0 && stands.score == score && values[bid][side] == score && loses {
                contracts.push(stands.contract);
            }
        }
        Par { score, contracts }
    }
}

/// What a deal is worth to north and south when everybody bids perfectly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Par {
    /// The score of north and south.
    pub score: i32,
    /// The contracts that score it, from the lowest bid; none if the deal is passed out.
    pub contracts: Vec<ParContract>,
}

/// A contract that reaches par.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParContract {
    /// The contract.
    pub contract: Contract,
    /// Who can play it with this result.
    pub declarers: Vec<Player>,
    /// The tricks they take.
    pub tricks: u8,
}

impl std::fmt::Display for ParContract {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let by: String = self.declarers.iter().map(|&declarer| compass(declarer)).collect();
        let result = i16::from(self.tricks) - i16::from(self.contract.needs());
        let result = if result == 0 { "=".to_owned() } else { format!("{result:+}") };
        write!(f, "{} by {by} {result}", self.contract)
    }
}

/// The better of some scores of north and south, for a side.
fn best_for(side: usize, scores: impl Iterator<Item = i32>) -> i32 {
    let best = if side == 0 { scores.max() } else { scores.min() };
    best.unwrap_or_default()
}

struct Auction<'t> {
    table: &'t TrickTable,
    vulnerable: Vulnerability,
}

/// What happens if nobody bids on.
struct Stands {
    contract: ParContract,
    /// For north and south.
    score: i32,
}

const BIDS: usize = 35;

impl Auction<'_> {
    /// For each bid and each side that made it: what it comes to if both sides go on perfectly, for north and south.
    fn values(&self) -> Vec<[i32; 2]> {
        let mut values = vec![[0; 2]; BIDS];
        for bid in (0..BIDS).rev() {
            for side in 0..2 {
                let other = 1 - side;
                let over = values[bid + 1..].iter().map(|row| row[other]);
                values[bid][side] = best_for(other, over.chain([self.stands(bid, side).score]));
            }
        }
        values
    }

    /// The side's bid as the last of the auction, doubled if it fails.
    fn stands(&self, bid: usize, side: usize) -> Stands {
        let strain = STRAINS[bid % STRAINS.len()];
        let partners = [Player::new(side), Player::new(side + 2)];
        let tricks = partners.map(|seat| self.table.of(seat, strain));
        let most = tricks[0].max(tricks[1]);
        let level = (bid / STRAINS.len()) as u8 + 1;
        let doubling = if most < 6 + level { Doubling::Doubled } else { Doubling::Undoubled };
        let contract = Contract { level, strain, doubling };
        let own = contract.score(most, self.vulnerable.of(partners[0]));
        let declarers = partners.into_iter().zip(tricks).filter(|&(_, taken)| taken == most);
        Stands {
            contract: ParContract { contract, declarers: declarers.map(|(seat, _)| seat).collect(), tricks: most },
            score: if side == 0 { own } else { -own },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(north_south: [u8; 5], east_west: [u8; 5]) -> TrickTable {
        TrickTable { tricks: [north_south, east_west, north_south, east_west] }
    }

    fn shown(par: &Par) -> Vec<String> {
        par.contracts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn par_is_the_best_contract_or_the_best_sacrifice() {
        let north = Player::new(0);
        // North and south make 4S; east and west would lose more in 5C.
        let deal = table([5, 6, 7, 10, 8], [8, 7, 6, 3, 5]);
        let par = deal.par(north, Vulnerability::Neither);
        assert_eq!((par.score, shown(&par)), (420, vec!["4S by NS =".to_owned()]));
        // With nine tricks in clubs 5C doubled is 300 down, less than 420.
        let deal = table([4, 6, 7, 10, 8], [9, 7, 6, 3, 5]);
        let par = deal.par(north, Vulnerability::Neither);
        assert_eq!((par.score, shown(&par)), (300, vec!["5CX by EW -2".to_owned()]));
        // Vulnerable against not, that costs 500.
        let par = deal.par(north, Vulnerability::EastWest);
        assert_eq!((par.score, shown(&par)), (420, vec!["4S by NS =".to_owned()]));
    }

    #[test]
    fn nobody_bids_if_nobody_makes_anything() {
        let par = table([6; 5], [6; 5]).par(Player::new(0), Vulnerability::Both);
        assert_eq!((par.score, par.contracts.len()), (0, 0));
    }

    #[test]
    fn the_side_that_speaks_first_has_the_part_score_that_both_can_make() {
        // Both sides make 1NT: the first to bid has it.
        let deal = table([6, 6, 6, 6, 7], [6, 6, 6, 6, 7]);
        assert_eq!(deal.par(Player::new(0), Vulnerability::Neither).score, 90);
        assert_eq!(deal.par(Player::new(1), Vulnerability::Neither).score, -90);
        assert_eq!(deal.par(Player::new(2), Vulnerability::Neither).score, 90);
    }
}
