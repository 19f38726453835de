import { toolsPage } from './tools-page.mjs';

/** Every generated page: its path, and the function that makes its text. */
export const PAGES = [['docs/tools.md', toolsPage]];
