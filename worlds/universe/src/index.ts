export { openUniverse, type UniverseHost } from './universe-world.js';
