//! The size of a picture as its address states it.

/// The shape in which networks show a picture that is shared, as width over height: Open Graph's 1.91, the 2 of Twitter's cards,
/// with what sites round it to.
const SHARED_SHAPE: std::ops::RangeInclusive<f64> = 1.8..=2.0;
/// The width in px of the smallest picture that is shown large when it is shared, by Facebook's documentation for webmasters.
const MIN_SHARED: u32 = 600;
/// Limit: characters between the width and the height of a picture in its address: `width-1070,height-580`.
const MAX_BETWEEN: usize = 8;

/// True if the picture of an item is rather meant than the one that its page shares: the same file and not smaller, or not cut
/// to the shape in which networks show what is shared.
pub(super) fn is_preferred(own: &str, shared: &str) -> bool {
    if file(own).is_some() && file(own) == file(shared) {
        return !is_larger(shared, own);
    }
    is_cut(shared) && !is_cut(own)
}

/// The name of the file that an address ends with.
fn file(url: &str) -> Option<&str> {
    let url = url.split(['?', '#']).next()?;
    url.rsplit('/').next().filter(|file| file.contains('.'))
}

/// True if an address states a greater size than another one where they differ.
fn is_larger(url: &str, other: &str) -> bool {
    let pairs = url.split('/').zip(other.split('/')).filter(|(a, b)| a != b);
    let greatest = |part: &str| sizes(part).into_iter().map(|(_, _, size)| size).max().unwrap_or(0);
    let (size, of_other) = pairs.fold((0, 0), |(a, b), (own, other)| (a.max(greatest(own)), b.max(greatest(other))));
    of_other > 0 && size > of_other
}

/// True for an address that states a width and a height in the shape of what is shared.
fn is_cut(url: &str) -> bool {
    let sizes = sizes(url);
    sizes.windows(2).any(|pair| {
        let [(_, end, width), (start, _, height)] = pair else { return false };
        let shape = f64::from(*width) / f64::from((*height).max(1));
        // `/2016/1050/` is a year and something else.
        let is_pair = start - end <= MAX_BETWEEN && url.get(*end..*start).is_some_and(|between| !between.contains('/'));
        *width >= MIN_SHARED && is_pair && SHARED_SHAPE.contains(&shape)
    })
}

/// The numbers of three and four digits in an address that can be sizes in px, with where they start and end: not those in a word
/// or a code, but `w640`, `1200x` and `640h`.
fn sizes(url: &str) -> Vec<(usize, usize, u32)> {
    let bytes = url.as_bytes();
    let mut sizes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.iter().skip(at).take_while(|b| b.is_ascii_digit()).count();
        let (end, before) = (at + digits, at.checked_sub(1).and_then(|at| bytes.get(at)));
        let is_edge = |b: Option<&u8>| b.is_none_or(|b| !b.is_ascii_alphanumeric() || b"whxWHX".contains(b));
        if matches!(digits, 3 | 4)
            && is_edge(before)
            && is_edge(bytes.get(end))
            && let Some(size) = url.get(at..end).and_then(|text| text.parse().ok())
        {
            sizes.push((at, end, size));
        }
        at = end.max(at + 1);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_of_an_item_is_preferred_in_full_size_and_uncut() {
        let check = |own: &str, shared: &str, expected: bool| {
            assert_eq!(is_preferred(own, shared), expected, "{own} {shared}");
        };
        check("https://a.example/ic/16x9_1600/pie.jpg", "https://a.example/ic/16x9_448/pie.jpg", true);
        check("https://a.example/Xa9=/696x390/pie.jpg", "https://a.example/hb7=/1200x/pie.jpg", false);
        check("https://a.example/pie.jpg", "https://a.example/pie.jpg", true);
        check("https://a.example/pie-720x720.jpg", "https://a.example/pie.jpg", false);
        check("https://a.example/pie_w1024h768.jpg", "https://a.example/pie_w1200h628.jpg", true);
        check("https://a.example/31.cms", "https://a.example/31,width-1070,height-580/31.jpg", true);
        check("https://a.example/pie.jpg", "https://a.example/pie-1200x800.jpg", false);
        check("https://a.example/pie.jpg", "https://a.example/pie-300x150.jpg", false);
        check("https://a.example/pie.jpg", "https://a.example/2016/1050/leek.jpg", false);
    }
}
