//! Budgets of the cascade of a page, over all of its documents and shadow trees.

use crate::limits::{Budget, Limit, Warnings};

/// The budgets of one cascade.
#[derive(Debug)]
pub(super) struct Budgets {
    pub(super) imports: Budget,
    pub(super) css_bytes: Budget,
    pub(super) rules: Budget,
    pub(super) simple_selectors: Budget,
    pub(super) generated_text: Budget,
    pub(super) substituted_text: Budget,
    pub(super) style_steps: Budget,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            imports: Budget::new(Limit::Imports),
            css_bytes: Budget::new(Limit::CssBytes),
            rules: Budget::new(Limit::Rules),
            simple_selectors: Budget::new(Limit::SimpleSelectors),
            generated_text: Budget::new(Limit::GeneratedText),
            substituted_text: Budget::new(Limit::SubstitutedText),
            style_steps: Budget::new(Limit::StyleSteps),
        }
    }
}

impl Budgets {
    /// Records those that were exceeded.
    pub(super) fn report(&self, warnings: &mut Warnings) {
        let all = [
            &self.imports,
            &self.css_bytes,
            &self.rules,
            &self.simple_selectors,
            &self.generated_text,
            &self.substituted_text,
            &self.style_steps,
        ];
        for budget in all {
            budget.report(warnings);
        }
    }
}
