import { ask } from './engine.js';

export { StillpageError } from './error.js';
export { Locator } from './locator.js';
export { Page } from './page.js';
export { SessionRecording } from './recording.js';
export { Observation, Session } from './session.js';

/** Compares the text of a snapshot with a template. */
export function matchAriaText(snapshot, template) {
  return ask('matchAriaText', { snapshot, template });
}

/** About how many tokens a text has for a language model. */
export function estimateTokens(text) {
  return ask('estimateTokens', { text });
}

/** The names of the devices that `device` takes. */
export function deviceNames() {
  return ask('devices');
}
