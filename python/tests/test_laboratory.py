"""Matches, files of deals, experiments and shards: the files of the command line, from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cutthroat as ct


def without_build(printed: str) -> dict:
    found = json.loads(printed)
    found.pop("format", None)
    found["summary"]["settings"].pop("commit")
    return found


def test_a_match_is_that_of_the_command_line(tmp_path: Path, command_line) -> None:
    ours, theirs = tmp_path / "ours.sqlite", tmp_path / "theirs.sqlite"
    seats = "pimc:search=paranoid,nodes=300,heuristic"
    results = ct.play_match("hearts", seats, games=12, cards=4, out=ours, seed=9)
    command_line("match", "hearts", "--seats", seats, "--games", "12", "--cards", "4", "--seed", "9", "--out", str(theirs))
    printed = [without_build(command_line("results", str(file), "--json")) for file in (ours, theirs)]
    assert printed[0] == printed[1]
    assert results.games == printed[0]["games"]
    rows = [line.split(",") for line in command_line("results", str(theirs), "--csv").splitlines()[1:]]
    assert len(rows) == len(results.rows()) == 36
    assert [float(row["score"]) for row in results.rows()] == [float(row[-5]) for row in rows]
    assert [row["won"] for row in results.rows()] == [float(row[-4]) for row in rows]


def test_frames() -> None:
    results = ct.play_match("hearts", "heuristic,random", games=6, cards=4)
    pandas = pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 18
    assert frame.groupby("place")["won"].sum().sum() == pytest.approx(6.0)
    polars = pytest.importorskip("polars")
    assert isinstance(results.to_polars(), polars.DataFrame) and results.to_polars().height == 18
    assert "<table" in results._repr_html_()


def test_progress_is_told_and_can_stop_it() -> None:
    told: list[tuple[int, int]] = []
    ct.play_match("hearts", "heuristic,random", games=60, cards=4, progress=lambda done, all: told.append((done, all)))
    assert told[-1] == (60, 60)

    def fails(done: int, all: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ct.play_match("hearts", "heuristic,random", games=600, progress=fails)


def test_shards_merge_to_one_run(tmp_path: Path) -> None:
    whole = ct.play_match("hearts", "heuristic,random", games=20, cards=4)
    for of in (1, 2, 7, 20):
        parts = [tmp_path / f"{place}-of-{of}" for place in range(1, of + 1)]
        for place, part in enumerate(parts, 1):
            ct.play_match("hearts", "heuristic,random", games=20, cards=4, out=part, shard=f"{place}/{of}")
        out = tmp_path / f"merged-{of}"
        assert ct.merge([*reversed(parts), parts[0]], out).new == 20
        assert ct.read_results(out).games == whole.games
        assert ct.read_results(out).summary == whole.summary
    with pytest.raises(ct.CutthroatError, match="missing: shard 2 of 2"):
        ct.merge([tmp_path / "1-of-2"], tmp_path / "no")
    with pytest.raises(ct.CutthroatError, match="does not repeat"):
        ct.play_match("hearts", "flat:time=0.01,random", games=20, out=tmp_path / "time", shard="1/2")


def test_files_of_deals_are_solved(tmp_path: Path) -> None:
    deals = tmp_path / "deals"
    texts = [ct.Position("hearts", deal=deal, cards=3).text for deal in range(1, 8)]
    deals.write_text("\n".join(texts) + "\n")
    found = ct.solve_file("hearts", deals, out=tmp_path / "out", threads=2)
    assert [one["deal"] for one in found] == texts
    assert [tuple(one["payoff"]) for one in found] == [ct.Position("hearts", text).solve().payoff for text in texts]
    parts = [tmp_path / f"part{place}" for place in (1, 2, 3)]
    for place, part in enumerate(parts, 1):
        ct.solve_file("hearts", deals, out=part, shard=f"{place}/3")
    ct.merge(parts, tmp_path / "merged")
    assert (tmp_path / "merged").read_bytes() == (tmp_path / "out").read_bytes()


def test_experiments_are_repeated(tmp_path: Path) -> None:
    rows = ct.reproduce("2005-table1")
    assert rows and all(row["verdict"] == "agrees" for row in rows)
    for place in (1, 2):
        ct.reproduce("2000-table1", out=tmp_path / str(place), shard=f"{place}/2")
    ct.merge([tmp_path / "1", tmp_path / "2"], tmp_path / "all")
    assert (tmp_path / "all" / "report.csv").exists()
