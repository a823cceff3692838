export * from './index.js';
export { open } from './open.js';
