//! Tables that are left, come back to, kept in files, and many.

use std::time::{Duration, Instant, SystemTime};

use cutthroat_server::ServerOptions;
use serde_json::json;

use super::client::{Folder, Running};
use super::tables::{Person, moves, request, some_choice};

#[test]
fn a_game_is_the_same_with_and_without_breaks() {
    let (folder, other) = (Folder::new(), Folder::new());
    let options = |folder: &Folder| ServerOptions { games: Some(folder.path().to_owned()), ..ServerOptions::default() };
    for (game, more, player) in [
        ("hearts", r#"{"setup": {"players": 4, "options": {"cards": "7"}}, "seat": 2}"#, "expert:nodes=3000"),
        ("spades", r#"{"setup": {"options": {"cards": "6"}}, "seat": 3}"#, "pimc:nodes=4000,memory=1"),
        ("oh-hell", r#"{"setup": {"players": 4, "options": {"cards": "6"}}, "seat": 1}"#, "expert:nodes=3000"),
        ("sergeant-major", r#"{"setup": {"options": {"cards": "9"}}, "seat": 3}"#, "expert:nodes=2000"),
        ("bridge", r#"{"setup": {"options": {"cards": "7"}}, "seat": 1}"#, "maxn:nodes=4000,memory=2"),
        ("uniform-tree", r#"{"setup": {}, "seat": 2}"#, "social:learn=0.5,nodes=300"),
    ] {
        let asked = request(game, more, player, 11);
        let server = Running::start(options(&other));
        let whole = Person::sit(&server, asked.clone()).play_on();
        let mut server = Running::start(options(&folder));
        let id = Person::sit(&server, asked).id;
        let (mut breaks, mut left) = (0, 0);
        loop {
            let person = Person::come_back(&server, &id);
            if person.seen["mover"].is_null() {
                assert_eq!(moves(&person.record()), moves(&whole), "{game}");
                break;
            }
            // The client leaves while somebody thinks, or after a move.
            let (path, body) = match person.seen["choices"].is_null() {
                true => ("go", json!({ "ply": person.ply })),
                false => ("move", json!({ "ply": person.ply, "move": some_choice(&person.seen) })),
            };
            if breaks % 3 < 2 {
                let name = if breaks % 2 == 0 { "thinking" } else { "seen" };
                left += usize::from(server.leave_after(&person.path(path), &body, name));
            } else {
                let reply = server.post(&person.path(path), body);
                assert!(reply.status == 200 || reply.status == 409, "{}", reply.text());
                if breaks % 9 == 5 {
                    drop(server);
                    server = Running::start(options(&folder));
                }
            }
            breaks += 1;
        }
        assert!(breaks > 3 && left > 1, "{game}: {breaks} requests, {left} streams left");
    }
}

#[test]
fn fifty_tables_at_once_stay_within_the_memory() {
    let server = Running::start(ServerOptions { searches: 3, memory: 100, ..ServerOptions::default() });
    let most = std::sync::atomic::AtomicU64::new(0);
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                let status = server.get("/api/status").ok();
                assert!(status["searches"].as_u64().unwrap() <= 3);
                most.fetch_max(status["memory"].as_u64().unwrap(), std::sync::atomic::Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        let players: Vec<_> = (0..50)
            .map(|seed| {
                let server = &server;
                scope.spawn(move || {
                    let more = r#"{"setup": {"players": 4, "options": {"cards": "4", "pass": "none"}}}"#;
                    let mut person = Person::sit(server, request("hearts", more, "pimc:nodes=2000,memory=8", seed));
                    person.play_on();
                })
            })
            .collect();
        for player in players {
            player.join().unwrap();
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let most = most.load(std::sync::atomic::Ordering::Relaxed);
    assert!((1..=100).contains(&most), "{most} MiB");
    assert_eq!(server.get("/api/tables").ok()["tables"].as_array().unwrap().len(), 50);
    // Finished games count for nothing; of those that are not, there are at most 64.
    let begin = || server.post("/api/tables", json!({ "game": "hearts", "against": ["random"] }));
    for _ in 0..64 {
        begin().ok();
    }
    assert!(begin().refused(429).contains("64 tables"));
}

#[test]
fn games_that_are_kept_can_be_damaged_and_only_their_own() {
    let folder = Folder::new();
    let options = || ServerOptions { games: Some(folder.path().join("games")), ..ServerOptions::default() };
    let server = Running::start(options());
    // Another server does not write to the same games.
    let twice = Running::try_start(options()).err().unwrap().to_string();
    assert!(twice.contains("another server keeps its games there"), "{twice}");
    let mut ids = Vec::new();
    for seed in 0..9 {
        let mut person =
            Person::sit(&server, request("oh-hell", r#"{"setup": {"options": {"cards": "3"}}}"#, "heuristic", seed));
        person.step();
        ids.push(person.id.clone());
    }
    let file = |id: &str| folder.path().join("games").join(format!("{id}.json"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("games")), 0o700);
        assert_eq!(mode(&file(&ids[0])), 0o600);
    }
    drop(server);
    let text = std::fs::read_to_string(file(&ids[0])).unwrap();
    let damages: [(&str, Vec<u8>); 8] = [
        ("", Vec::new()),
        ("half", text.as_bytes()[..text.len() / 2].to_vec()),
        ("bytes", vec![0xff; 100]),
        ("game", text.replace("oh-hell", "chess").into_bytes()),
        ("person", text.replace("\"person\"", "\"random\"").into_bytes()),
        ("program", text.replace("heuristic", "exec:/bin/true").into_bytes()),
        ("move", text.replacen("\"move\":\"", "\"move\":\"bid:9", 1).into_bytes()),
        ("seat", text.replacen("\"seat\":1", "\"seat\":3", 1).into_bytes()),
    ];
    for (id, (_, bytes)) in ids.iter().zip(&damages) {
        std::fs::write(file(id), bytes).unwrap();
    }
    std::fs::write(folder.path().join("games/notes.txt"), "mine").unwrap();
    let server = Running::start(options());
    for (id, (what, bytes)) in ids.iter().zip(&damages) {
        let reply = server.get(&format!("/api/tables/{id}"));
        assert!(reply.refused(422).contains("cannot be read"), "{what}: {}", reply.text());
        assert_eq!(&std::fs::read(file(id)).unwrap(), bytes, "it is left as it is");
    }
    let tables = server.get("/api/tables").ok();
    assert_eq!(tables["tables"].as_array().unwrap().len(), 9);
    assert_eq!(tables["tables"].as_array().unwrap().iter().filter(|table| table["error"].is_string()).count(), 8);
    // The one that is sound goes on; a damaged one can be left.
    Person::come_back(&server, &ids[8]).play_on();
    assert_eq!(server.delete(&format!("/api/tables/{}", ids[0])).status, 204);
    assert!(!file(&ids[0]).exists());
    assert!(folder.path().join("games/notes.txt").exists());
}

#[test]
fn who_leaves_a_table_ends_its_search_and_leaves_nothing() {
    let folder = Folder::new();
    let server = Running::start(ServerOptions { games: Some(folder.path().to_owned()), ..ServerOptions::default() });
    let asked = request("bridge", r#"{"setup": {}, "seat": 2}"#, "maxn:nodes=5000000", 5);
    let person = Person::sit(&server, asked);
    let file = folder.path().join(format!("{}.json", person.id));
    assert!(file.exists());
    let _stream = server.open("POST", &person.path("go"), Some(&json!({ "ply": 0 }).to_string()));
    let began = Instant::now();
    while server.get("/api/status").ok()["searches"] != 1 {
        assert!(began.elapsed() < Duration::from_secs(10));
    }
    assert_eq!(server.delete(&person.path("")).status, 204);
    let left = Instant::now();
    while server.get("/api/status").ok()["searches"] != 0 {
        assert!(left.elapsed() < Duration::from_secs(1), "the search goes on although the table was left");
    }
    std::thread::sleep(Duration::from_millis(50));
    assert!(!file.exists());
    assert_eq!(server.post(&person.path("go"), json!({ "ply": 0 })).status, 404);
}

#[test]
fn of_many_games_that_are_kept_the_one_that_is_over_for_the_longest_time_makes_room() {
    let folder = Folder::new();
    let options = || ServerOptions { games: Some(folder.path().to_owned()), ..ServerOptions::default() };
    let server = Running::start(options());
    let asked = || request("oh-hell", r#"{"setup": {"options": {"cards": "1"}}}"#, "heuristic", 1);
    let open = Person::sit(&server, asked()).id;
    let mut over = Person::sit(&server, asked());
    over.play_on();
    let text = std::fs::read(folder.path().join(format!("{}.json", over.id))).unwrap();
    drop(server);
    let unfinished = std::fs::read(folder.path().join(format!("{open}.json"))).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(3 * 3600);
    for number in 2..254 {
        let file = folder.path().join(format!("{number:032x}.json"));
        std::fs::write(&file, &unfinished).unwrap();
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    }
    let names = || std::fs::read_dir(folder.path()).unwrap().count() - 1;
    std::fs::write(folder.path().join(format!("{:032x}.json", 1)), &text).unwrap();
    std::fs::write(folder.path().join(format!("{:032x}.json", 0)), &text).unwrap();
    assert_eq!(names(), 256);
    let server = Running::start(options());
    let begin = || server.post("/api/tables", asked());
    for left in [3, 2, 1] {
        begin().ok();
        assert_eq!(names(), 256);
        let over = server.get("/api/tables").ok()["tables"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|table| table["over"] == true)
            .count();
        assert_eq!(over, left - 1);
    }
    assert!(begin().refused(429).contains("256 unfinished games are kept"));
}
