use cutthroat_catalog::Setup;

use super::*;

fn settings() -> RunSettings {
    RunSettings {
        version: "0".into(),
        commit: Some("0123456789".into()),
        game: "hearts".into(),
        setup: Setup::default(),
        players: vec!["random".into(), "heuristic".into()],
        score: None,
        seed: u64::MAX,
        on_failure: None,
        shard: None,
    }
}

fn game(id: u64) -> GameRecord {
    GameRecord {
        id,
        deal: 1,
        deal_seed: (1 << 48) - 1,
        seed: 5,
        seating: vec![1, 2, 2],
        start: "1:A... K... Q...".into(),
        moves: vec!["SA".into(), "SK".into(), "SQ".into()],
        movers: vec![1, 2, 3],
        nodes: vec![0, 7, 0],
        depths: vec![None, Some(3), Some(0)],
        end: "over".into(),
        payoff: vec![-13, 0, 0],
        score: vec![13.0, 0.5, 1.0 / 3.0],
        failures: Vec::new(),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-store-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn told(result: Result<Store, LabError>) -> String {
    let told = result.unwrap_err().to_string();
    assert_eq!(told.lines().count(), 1);
    told
}

#[test]
fn what_is_kept_is_read_back() {
    let folder = folder("kept");
    let file = folder.join("games.sqlite");
    let mut store = Store::for_run(&file, settings(), false).unwrap();
    store.add(&[game(2), game(1)]).unwrap();
    assert!(store.add(&[game(3), game(2)]).is_err(), "a game is there once");
    // Others may read while the run goes on, but not run.
    assert_eq!(Store::to_read(&file).unwrap().games().unwrap(), [game(1), game(2)]);
    assert!(told(Store::for_run(&file, settings(), true)).contains("another run is using it"));
    drop(store);
    assert!(told(Store::for_run(&file, settings(), false)).contains("there are 2 games in it already"));
    let store = Store::for_run(&file, settings(), true).unwrap();
    assert_eq!(store.ids().unwrap(), [1, 2]);
    assert_eq!(*Store::to_read(&file).unwrap().settings(), settings());
    assert!(store.game(9).unwrap_err().to_string().contains("there is no game 9; there are 2"));
    drop(store);
    let other = RunSettings { seed: 1, ..settings() };
    let told = told(Store::for_run(&file, other, true));
    assert!(told.contains("it was begun with seed `18446744073709551615`, not `1`"), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn files_that_are_not_ours_are_not_touched() {
    let folder = folder("foreign");
    let text = folder.join("letter.txt");
    std::fs::write(&text, "Dear Sir, this is a letter.").unwrap();
    let other = folder.join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (1);").unwrap();
    let newer = folder.join("newer.sqlite");
    drop(Store::for_run(&newer, settings(), false).unwrap());
    Connection::open(&newer).unwrap().pragma_update(None, "user_version", FORM + 1).unwrap();
    for (file, expected) in
        [(&text, "not a file of Cutthroat's"), (&other, "not a file of Cutthroat's"), (&newer, "form 3")]
    {
        let before = std::fs::read(file).unwrap();
        for refused in
            [Store::for_run(file, settings(), true), Store::for_run(file, settings(), false), Store::to_read(file)]
        {
            let told = told(refused);
            assert!(told.contains(expected), "{told}");
        }
        assert_eq!(std::fs::read(file).unwrap(), before);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "nothing is left beside them");
    assert!(told(Store::to_read(&folder)).contains("is a folder"));
    assert!(told(Store::to_read(&folder.join("none"))).contains("cannot be read"));
    assert!(told(Store::for_run(&folder, settings(), false)).contains("is not a file"));
    assert!(told(Store::for_run(&text.join("games"), settings(), false)).contains("cannot be written"));
    assert!(told(Store::for_run(&folder.join("none/games"), settings(), false)).contains("cannot be written"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_full_disk_keeps_what_was_finished() {
    let folder = folder("full");
    let file = folder.join("games.sqlite");
    let mut store = Store::for_run(&file, settings(), false).unwrap();
    store.add(&[game(1)]).unwrap();
    store.limit_to_pages(4);
    let long = GameRecord { end: "x".repeat(50_000), ..game(2) };
    let told = store.add(&[long]).unwrap_err().to_string();
    assert!(told.contains("the disk is full"), "{told}");
    drop(store);
    assert_eq!(Store::to_read(&file).unwrap().games().unwrap(), [game(1)]);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A run that was killed between writing the pages of a new file and saying that they are valid.
#[test]
fn a_file_that_was_half_laid_out_is_as_good_as_none() {
    let folder = folder("half");
    let file = folder.join("games.sqlite");
    let journal = folder.join("games.sqlite-journal");
    let store = Store::for_run(&file, settings(), false).unwrap();
    // The journal of a transaction that began with an empty file: what SQLite leaves behind when it is killed.
    drop(store);
    let pages = std::fs::metadata(&file).unwrap().len() / 4096;
    assert!(pages > 1);
    let mut header = vec![0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    for number in [0, 0x1234_5678, 0, 512, 4096] {
        header.extend(u32::to_be_bytes(number));
    }
    header.resize(512, 0);
    std::fs::write(&journal, &header).unwrap();
    assert!(told(Store::to_read(&file)).contains("is empty"));
    std::fs::write(&journal, &header).unwrap();
    let mut store = Store::for_run(&file, settings(), true).unwrap();
    store.add(&[game(1)]).unwrap();
    drop(store);
    assert_eq!(Store::to_read(&file).unwrap().games().unwrap(), [game(1)]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_empty_file_is_as_good_as_none() {
    let folder = folder("empty");
    let file = folder.join("games.sqlite");
    std::fs::write(&file, "").unwrap();
    assert!(told(Store::to_read(&file)).contains("is empty"));
    let mut store = Store::for_run(&file, settings(), true).unwrap();
    store.add(&[game(1)]).unwrap();
    assert_eq!(store.count().unwrap(), 1);
    drop(store);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A file of the first form has no commit, and a setup with fields for some options.
#[test]
fn the_first_form_is_read_and_not_resumed() {
    let folder = std::env::temp_dir().join(format!("cutthroat-first-form-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("first.sqlite");
    let mut store = Store::for_run(&file, settings(), false).unwrap();
    store.add(&[game(1)]).unwrap();
    drop(store);
    let connection = Connection::open(&file).unwrap();
    connection.pragma_update(None, "user_version", OLDEST_FORM).unwrap();
    connection.execute("DELETE FROM meta WHERE key = 'commit'", []).unwrap();
    let setup =
        r#"{"position":null,"deal":null,"players":3,"cards":6,"trump":null,"bids":null,"rules":null,"eval":null}"#;
    connection.execute("UPDATE meta SET value = ?1 WHERE key = 'setup'", [setup]).unwrap();
    drop(connection);
    let store = Store::to_read(&file).unwrap();
    let expected = Setup { players: Some(3), ..Setup::default() }.with_option("cards", 6);
    assert_eq!((&store.settings().setup, &store.settings().commit), (&expected, &None));
    assert_eq!(store.games().unwrap(), [game(1)]);
    drop(store);
    assert!(told(Store::for_run(&file, settings(), true)).contains("can be read, but not resumed"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_of_programs_are_kept_with_their_failures() {
    let folder = folder("programs");
    let file = folder.join("games.sqlite");
    let players = vec!["exec:my bot --level 3".to_owned(), "random".to_owned()];
    let on_failure = Some("lose".to_owned());
    let run = RunSettings { players: players.clone(), on_failure, ..settings() };
    let failure = |seat| crate::outside::Failure { seat, moves: 1, what: "did not answer".into() };
    let failed = GameRecord { failures: vec![failure(1), failure(3)], ..game(1) };
    let mut store = Store::for_run(&file, run.clone(), false).unwrap();
    store.add(&[failed.clone(), game(2)]).unwrap();
    drop(store);
    let store = Store::to_read(&file).unwrap();
    assert_eq!(store.settings(), &run);
    assert_eq!(store.games().unwrap(), [failed.clone(), game(2)]);
    assert_eq!(store.game(1).unwrap(), failed);
    // Who reads it gets a player of ours for the program.
    assert_eq!(run.seating().unwrap().players[0].to_string(), "random");
    let other = RunSettings { on_failure: Some("heuristic".into()), ..run };
    assert!(told(Store::for_run(&file, other, true)).contains("on_failure `lose`, not `heuristic`"));
    let _ = std::fs::remove_dir_all(&folder);
}
