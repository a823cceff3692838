//! The families that a document declares, and those that are installed beside the reference faces.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::font::{FaceRule, FontFamily, WebFamily};

/// A family list as declared, kept alive by what it was resolved to.
type Resolved = (Arc<[FontFamily]>, Arc<[FontFamily]>);

/// Families by name.
pub(crate) struct WebFonts {
    /// By name in lower case.
    families: FxHashMap<String, Arc<WebFamily>>,
    /// By the address of the declared list.
    resolved: RefCell<FxHashMap<*const FontFamily, Resolved>>,
}

impl fmt::Debug for WebFonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebFonts of {} families", self.families.len())
    }
}

impl WebFonts {
    /// The families of rules in the order of the style sheets; a declared family hides an installed one of its name. `None`
    /// if there are none.
    pub(super) fn new(declared: &[Arc<FaceRule>], installed: &[Arc<FaceRule>]) -> Option<Self> {
        if declared.is_empty() && installed.is_empty() {
            return None;
        }
        let mut faces: FxHashMap<String, Vec<Arc<FaceRule>>> = FxHashMap::default();
        for rule in declared {
            faces.entry(rule.family.to_lowercase()).or_default().push(Arc::clone(rule));
        }
        for rule in installed {
            let entry = faces.entry(rule.family.to_lowercase()).or_default();
            if entry.iter().all(|face| face.installed) {
                entry.push(Arc::clone(rule));
            }
        }
        let family = |(key, faces): (String, Vec<Arc<FaceRule>>)| {
            let name = faces.first().map_or_else(|| key.as_str().into(), |face| face.family.clone());
            (key, Arc::new(WebFamily { name, faces }))
        };
        Some(Self { families: faces.into_iter().map(family).collect(), resolved: RefCell::default() })
    }

    /// A family list in which the names of these families mean them.
    pub(super) fn resolve(&self, families: &Arc<[FontFamily]>) -> Arc<[FontFamily]> {
        let mut resolved = self.resolved.borrow_mut();
        let (_, found) = resolved.entry(families.as_ptr()).or_insert_with(|| {
            let found = families.iter().map(|family| match family {
                FontFamily::Named(name) => match self.families.get(&name.to_lowercase()) {
                    Some(web) => FontFamily::Web(Arc::clone(web)),
                    None => family.clone(),
                },
                other => other.clone(),
            });
            (Arc::clone(families), found.collect())
        });
        Arc::clone(found)
    }
}
