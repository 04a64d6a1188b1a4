//! The extension module `cutthroat._native`: the facade and the laboratory, as thin as possible. Requests and results are
//! JSON; what is pleasant to use is written in Python on top.

mod convert;
mod games;
mod laboratory;
mod live_game;
mod position;
mod python_game;
mod view;
mod watch;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<position::Position>()?;
    module.add_class::<live_game::LiveGame>()?;
    module.add_function(wrap_pyfunction!(games::build, module)?)?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(games::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(view::read_view, module)?)?;
    module.add_function(wrap_pyfunction!(view::deals_of_view, module)?)?;
    module.add_function(wrap_pyfunction!(view::advise, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::check_match, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::read_results, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::merge, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::check_solutions, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::solve_file, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::check_experiments, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::reproduce, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::experiments, module)?)?;
    module.add_function(wrap_pyfunction!(laboratory::forward_pruning_model, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::register, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::check, module)?)?;
    Ok(())
}
