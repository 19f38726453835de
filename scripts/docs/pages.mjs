import { clientsPage, PAGE } from '../../test/clients/page.mjs';
import { cliPage } from './cli-page.mjs';
import { solPicture } from './sol-picture.mjs';
import { toolsPage } from './tools-page.mjs';
import { worldApiPage } from './world-api-page.mjs';

/** Every file of docs/ with generated parts: its path, and the function that makes its content. */
export const PAGES = [
  ['docs/cli.md', cliPage],
  [PAGE, clientsPage],
  ['docs/tools.md', toolsPage],
  ['docs/world-api.md', worldApiPage],
  ['docs/sol.png', solPicture],
];
