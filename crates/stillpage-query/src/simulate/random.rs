//! [`Random`]: the random number generator, the same on every machine.

/// `SplitMix64` (Steele, Lea and Flood 2014): integers only, any seed is a good one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    #[must_use]
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 if that is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let bits = self.bits();
        let limit = limit.max(1) as u64;
        usize::try_from(bits % limit).unwrap_or_default()
    }

    /// True with a probability in percent.
    pub(crate) fn chance(&mut self, of_hundred: usize) -> bool {
        self.below(100) < of_hundred
    }

    /// A random item; `None` if there are none.
    pub(super) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Every order with the same chance.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A position, each with the chance that its weight gives it; `None` if all weights are 0.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let sum: usize = weights.iter().map(|&w| w as usize).sum();
        if sum == 0 {
            return None;
        }
        let mut left = self.below(sum);
        weights.iter().position(|&w| {
            let here = left < w as usize;
            left = left.saturating_sub(w as usize);
            here
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_is_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn random_weights_of_nothing_are_never_drawn() {
        let mut random = Random::new(7);
        let mut drawn = [0; 3];
        for _ in 0..1000 {
            drawn[random.weighted(&[3, 0, 1]).unwrap()] += 1;
        }
        assert!(drawn[1] == 0 && drawn[0] > 600 && drawn[2] > 150, "{drawn:?}");
        assert_eq!(random.weighted(&[0, 0]), None);
    }
}
