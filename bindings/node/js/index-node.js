export * from './index.js';
export { setEngine } from './engine.js';
export { open } from './open.js';
export { comparePicture } from './screenshot.js';
