export { Sealer } from './sealer.js';
export { newSecret, readSecrets } from './secrets.js';
