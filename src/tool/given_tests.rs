//! Tests of what arguments are read as.

use serde_json::json;

use super::*;
use crate::geometry::Point;
use crate::hit::Policy;
use crate::tool::PageFile;

arguments! {
    /// The arguments of a command.
    struct Taken {
        file: PageFile = Argument::positional("file", "a page"),
        max_results: usize = Argument::option("max-results", "at most this many").within(1, i64::MAX).default("20"),
        policy: Option<Policy> = Argument::option("policy", "what counts"),
        attr: Vec<String> = Argument::option("attr", "an attribute"),
        points: Vec<Point> = Argument::positional("points", "where"),
    }
}

fn check(given: Value) -> Result<Arguments, String> {
    let Value::Object(given) = given else { return Err("not an object".to_owned()) };
    Arguments::check(Surface::CommandLine, Taken::ARGUMENTS.iter(), given).map_err(|e| format!("{e} / {}", e.hint()))
}

#[test]
fn defaults_are_filled_in() {
    let arguments = check(json!({ "file": "a.html", "attr": ["href", "id"], "points": ["1,2", "3.5,-4"] })).unwrap();
    let taken: Taken = arguments.read();
    assert_eq!(taken.max_results, 20);
    assert_eq!(taken.attr, ["href", "id"]);
    assert_eq!(taken.points, [Point::new(1.0, 2.0), Point::new(3.5, -4.0)]);
    assert_eq!(taken.policy, None);
}

#[test]
fn invalid_arguments_have_a_hint() {
    let mistake = |given: Value| check(given).unwrap_err();
    assert_eq!(mistake(json!({})), "FILE is missing / FILE: a page");
    assert_eq!(
        mistake(json!({ "file": "a", "max-results": 0 })),
        "--max-results is `0`, not a number in its range / write a whole number, 1 or more"
    );
    assert_eq!(
        mistake(json!({ "file": "a", "policy": "strict" })),
        "--policy is `strict`, not one of its words / write one of lineage, playwright"
    );
    assert_eq!(
        mistake(json!({ "file": "a", "points": ["1;2"] })),
        "X,Y is `1;2`, not a point / write X,Y in CSS pixels of the viewport, as in 640,360"
    );
    assert_eq!(
        mistake(json!({ "file": "a", "colour": true })),
        "there is no argument `colour` / the arguments are file, max-results, policy, attr, points"
    );
}
