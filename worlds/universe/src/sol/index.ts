export { SOL_ID, SOL_NAME, solarSystem } from './solar-system.js';
