//! The devices that Playwright knows by name: `devices.tsv`, made by `scripts/make_devices.mjs`.

use super::Device;

/// A line a device: name, width, height, scale, mobile, touch.
const DEVICES: &str = include_str!("devices.tsv");

impl Device {
    /// A device by Playwright's name for it, as in `iPhone 15` or `Pixel 7 landscape`, in any case; `None` if
    /// Playwright has no such device.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let line = DEVICES
            .lines()
            .find(|line| line.split('\t').next().is_some_and(|known| known.eq_ignore_ascii_case(name.trim())))?;
        let mut fields = line.split('\t').skip(1);
        let mut number = || fields.next()?.parse::<f32>().ok();
        let (width, height, scale) = (number()?, number()?, number()?);
        let (mobile, touch) = (number()? > 0.0, number()? > 0.0);
        Some(Self::desktop().viewport(width, height).scale(scale).mobile(mobile).touch(touch))
    }

    /// The names that [`named`](Self::named) takes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DEVICES.lines().filter_map(|line| line.split('\t').next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_device() {
        for name in Device::names() {
            assert!(Device::named(name).is_some(), "{name}");
        }
        let phone = Device::named("iphone 14").unwrap();
        assert_eq!((phone.viewport.width, phone.viewport.height, phone.scale), (390.0, 664.0, 3.0));
        assert!(phone.mobile && phone.touch, "a phone");
        assert_eq!(Device::named("iPhone 1000"), None);
    }
}
