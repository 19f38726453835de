export { type EmbeddedOptions, openEmbedded } from './open-embedded.js';
