//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cutthroat_catalog::whole_file::{check_writable, read, write};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("cutthroat-whole-file-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_was_left_behind_is_removed_and_what_is_in_use_is_not() {
    let folder = folder("parts");
    let file = folder.join("table");
    let busy = File::create(folder.join(".table.4194305.part")).unwrap();
    busy.try_lock().unwrap();
    for name in [".table.4194306.part", ".tables.4194306.part", ".table.x.part"] {
        fs::write(folder.join(name), "half").unwrap();
    }
    write(&file, "whole").unwrap();
    assert_eq!(names(&folder), [".table.4194305.part", ".table.x.part", ".tables.4194306.part", "table"]);
    drop(busy);
    check_writable(&file).unwrap();
    assert_eq!(names(&folder), [".table.x.part", ".tables.4194306.part", "table"]);
    assert_eq!(read(&file).unwrap(), "whole");
    assert!(check_writable(&folder.join("no/such/folder")).is_err());
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_to_part_files_are_not_followed() {
    let folder = folder("links");
    let (file, letter) = (folder.join("table"), folder.join("letter"));
    fs::write(&letter, "Dear Sir").unwrap();
    let part = folder.join(format!(".table.{}.part", std::process::id()));
    std::os::unix::fs::symlink(&letter, &part).unwrap();
    assert!(write(&file, "whole").is_err());
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Dear Sir");
    assert!(!file.exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn files_without_an_end_and_files_that_are_not_text_are_refused() {
    assert!(read(Path::new("/dev/zero")).unwrap_err().to_string().contains("more than 256 MiB"));
    let folder = folder("bytes");
    fs::write(folder.join("bytes"), [0xff, 0xfe]).unwrap();
    assert!(read(&folder.join("bytes")).unwrap_err().to_string().contains("not text"));
    fs::remove_dir_all(&folder).unwrap();
}
