//! Hidden information: views and worlds of card games, and searches on views. A program of its own, since none of the
//! large searches of the other tests is compiled for it.

mod cards;
mod inference;
mod searches;
mod small_games;
mod view_text;
mod whole_deals;
mod whole_games;
