export { type StdioOptions, type StdioWire, serveStdio } from './stdio.js';
