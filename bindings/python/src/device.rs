//! The device that a page is shown on, as keyword arguments.

use pyo3::prelude::*;
use stillpage::{ColorScheme, Device};

use crate::error::argument;

/// Limit: CSS px of a window's side; Chromium's own limit on what it lays out is of that order.
const MAX_SIDE: f64 = 1_000_000.0;

/// The keyword arguments of everything that loads a page.
#[derive(Debug, Default)]
pub(crate) struct DeviceOptions<'a> {
    pub(crate) device: Option<&'a str>,
    pub(crate) viewport: Option<(f64, f64)>,
    pub(crate) scale: Option<f32>,
    pub(crate) mobile: Option<bool>,
    pub(crate) color_scheme: Option<&'a str>,
    pub(crate) reduced_motion: bool,
    pub(crate) locale: Option<&'a str>,
    pub(crate) scroll_y: Option<f32>,
}

impl DeviceOptions<'_> {
    /// True if one of them was given.
    pub(crate) fn is_given(&self) -> bool {
        self.device.is_some()
            || self.viewport.is_some()
            || self.scale.is_some()
            || self.mobile.is_some()
            || self.color_scheme.is_some()
            || self.reduced_motion
            || self.locale.is_some()
            || self.scroll_y.is_some()
    }

    pub(crate) fn build(&self, py: Python<'_>) -> PyResult<Device> {
        let mut device = match self.device {
            None => Device::desktop(),
            Some(name) => Device::named(name).ok_or_else(|| {
                let hint = "use one of Playwright's names, such as \"iPhone 15\" or \"Desktop Chrome\"";
                argument(py, &format!("no device is called {name:?}"), hint)
            })?,
        };
        if let Some((width, height)) = self.viewport {
            let is_side = |side: f64| (1.0..=MAX_SIDE).contains(&side);
            if !is_side(width) || !is_side(height) {
                let message = format!("viewport {width}x{height} is not a size in CSS pixels");
                return Err(argument(py, &message, "pass (width, height), such as (1280, 720)"));
            }
            device = device.viewport(width, height);
        }
        if let Some(scale) = self.scale {
            if !(scale > 0.0 && scale <= 10.0) {
                return Err(argument(py, &format!("scale {scale} is not between 0 and 10"), "pass 1, 2 or 3"));
            }
            device = device.scale(scale);
        }
        if let Some(mobile) = self.mobile {
            device = device.mobile(mobile);
        }
        match self.color_scheme {
            None => {}
            Some("light") => device = device.color_scheme(ColorScheme::Light),
            Some("dark") => device = device.color_scheme(ColorScheme::Dark),
            Some(other) => {
                let message = format!("color_scheme {other:?} is unknown");
                return Err(argument(py, &message, "pass \"light\" or \"dark\""));
            }
        }
        if let Some(locale) = self.locale {
            device = device.locale(locale);
        }
        if let Some(y) = self.scroll_y {
            if !(y >= 0.0 && y.is_finite()) {
                return Err(argument(
                    py,
                    &format!("scroll_y {y} is not an offset"),
                    "pass CSS pixels from the top, 0 or more",
                ));
            }
            device = device.scroll(0.0, y);
        }
        Ok(device.reduced_motion(self.reduced_motion))
    }
}
