// Differences that are known and stay: what a minimal page of theirs looks like, and why they are left.

/** Each: `name`, `kinds` of findings, a `pattern` of the HTML of the minimal page, `reason`. */
export const CAUSES = [];
