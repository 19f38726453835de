export { type OpenUniverse, openUniverse, type UniverseHost } from './universe-world.js';
