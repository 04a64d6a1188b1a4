//! All tests of the games in one program, so that a search that several of them use is compiled once. Those that count
//! allocations or measure memory have programs of their own.

mod best_reply;
mod card_conformance;
mod card_differential;
mod card_fields;
mod card_naive;
mod card_outcomes;
mod card_papers;
mod card_tables;
mod card_text;
mod checkers_conformance;
mod checkers_differential;
mod checkers_golden;
mod checkers_naive;
mod checkers_table;
mod claims;
mod conditions;
mod conformance;
mod counts;
mod deepening;
mod differential;
mod double_dummy;
mod figures;
mod graphs;
mod hearts_hands;
mod listing;
mod paranoid;
mod paranoid_tables;
mod plain;
mod players;
mod shuffled;
mod sure_tricks;
mod tables;
mod whole_hands;
