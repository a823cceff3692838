//! The agreement of two texts, line by line.

/// Limit: pairs of lines that are compared; beyond that lines count as common wherever they stand.
const MAX_PAIRS: usize = 50_000_000;

/// A snapshot with all refs made equal.
pub(super) fn without_refs(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len());
    let mut rest = yaml;
    while let Some((before, after)) = rest.split_once("[ref=") {
        out.push_str(before);
        out.push_str("[ref]");
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    out + rest
}

/// Lines in common in the same order, and the lines of the longer text.
pub(super) fn agreement(want: &str, got: &str) -> (usize, usize) {
    let split = |text: &str| text.trim_end_matches('\n').split('\n').map(str::to_owned).collect::<Vec<_>>();
    let (want, got) = (split(want), split(got));
    (common(&want, &got), want.len().max(got.len()))
}

/// Length of the longest common subsequence.
fn common(a: &[String], b: &[String]) -> usize {
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    if a.len().saturating_mul(b.len()) > MAX_PAIRS {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        a.sort_unstable();
        b.sort_unstable();
        return start + end + a.iter().filter(|line| b.binary_search(line).is_ok()).count();
    }
    let mut row = vec![0_usize; b.len() + 1];
    for x in a {
        let mut corner = 0;
        for (at, y) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if x == y { corner + 1 } else { above.max(row[at]) };
            corner = above;
        }
    }
    start + end + row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_counts_lines_in_order() {
        let check = |want: &str, got: &str, expected| assert_eq!(agreement(want, got), expected, "{want:?} {got:?}");
        check("a\nb\nc\n", "a\nb\nc", (3, 3));
        check("a\nb\nc", "a\nx\nc", (2, 3));
        check("a\nb\nc\nd", "b\nd\na", (2, 4));
        check("a", "a\nb\nc", (1, 3));
        check("", "a", (0, 1));
    }

    #[test]
    fn refs_are_made_equal() {
        assert_eq!(without_refs("- a [ref=e1]: x\n- b [ref=f1e2] [ref"), "- a [ref]: x\n- b [ref] [ref");
    }
}
