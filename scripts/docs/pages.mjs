import { toolsPage } from './tools-page.mjs';
import { worldApiPage } from './world-api-page.mjs';

/** Every page with generated parts: its path, and the function that makes its text. */
export const PAGES = [
  ['docs/tools.md', toolsPage],
  ['docs/world-api.md', worldApiPage],
];
