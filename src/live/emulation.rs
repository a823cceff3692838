//! The device that a tab shows its page on.

use serde_json::json;

use super::tab::Tab;
use crate::device::{ColorScheme, Device};
use crate::error::Error;
use crate::geometry::Size;

impl Tab<'_> {
    /// Gives the page a window of this size, at one device pixel a CSS pixel.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn set_window(&mut self, size: Size) -> Result<(), Error> {
        let params = json!({ "width": size.width.round(), "height": size.height.round(), "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params)?;
        // The page is treated as focused, even if the window is not.
        self.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }))?;
        Ok(())
    }

    /// Shows the page on a device: its window, scale, pointer and preferences.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub fn set_device(&mut self, device: &Device) -> Result<(), Error> {
        self.set_window(device.viewport)?;
        if device.mobile || device.is_scaled() {
            self.set_metrics(Some(device.viewport), Some(device.scale), device.mobile)?;
        }
        self.set_preferences(device)
    }

    /// Shows the page in a window of this size (CSS px), at this scale; `None`: as it is.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub(crate) fn set_metrics(&mut self, size: Option<Size>, scale: Option<f32>, mobile: bool) -> Result<(), Error> {
        // The protocol takes 0 for what is not overridden.
        let (width, height) = size.map_or((0.0, 0.0), |size| (size.width.round(), size.height.round()));
        let mut params = json!({
            "width": width, "height": height, "deviceScaleFactor": scale.unwrap_or(0.0), "mobile": mobile,
        });
        if size.is_some() {
            params["screenWidth"] = json!(width);
            params["screenHeight"] = json!(height);
        }
        self.call("Emulation.setDeviceMetricsOverride", params)?;
        Ok(())
    }

    /// Shows the page to a user with the pointer, the colour scheme, the wish for motion and the language of a device.
    ///
    /// # Errors
    /// [`Error::Live`], [`Error::Limit`].
    pub(crate) fn set_preferences(&mut self, device: &Device) -> Result<(), Error> {
        if device.touch {
            self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }))?;
        }
        let color_scheme = if device.color_scheme == ColorScheme::Dark { "dark" } else { "light" };
        let mut features = vec![json!({ "name": "prefers-color-scheme", "value": color_scheme })];
        if device.reduced_motion {
            features.push(json!({ "name": "prefers-reduced-motion", "value": "reduce" }));
        }
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }))?;
        if !device.locale.eq_ignore_ascii_case("en-US") {
            self.call("Emulation.setLocaleOverride", json!({ "locale": &*device.locale }))?;
        }
        Ok(())
    }
}
