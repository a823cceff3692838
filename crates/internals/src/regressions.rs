//! Inputs that once broke a property, and a few that never did: `fuzz/regressions/<target>/*`.

use std::fs;
use std::path::Path;

use super::properties::PROPERTIES;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions")
}

#[test]
fn regressions_hold() {
    for (target, property) in PROPERTIES {
        let mut cases: Vec<_> =
            fs::read_dir(folder().join(target)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        cases.sort();
        assert!(!cases.is_empty(), "{target} has no case");
        for case in cases {
            let data = fs::read(&case).expect("a case is readable");
            let held = std::panic::catch_unwind(|| property(&data));
            assert!(held.is_ok(), "{} breaks {target}", case.display());
        }
    }
}

#[test]
fn regressions_belong_to_targets() {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<_> =
            entries.map(|e| e.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let mut targets: Vec<String> = PROPERTIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    targets.sort();
    assert_eq!(names(&folder()), targets, "fuzz/regressions");
    assert_eq!(names(&folder().with_file_name("fuzz_targets")), targets, "fuzz/fuzz_targets");
}
