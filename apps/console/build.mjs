// Builds the console into dist/page, with a compressed copy of each file beside it, and the views of MCP Apps into dist/app.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { appConfig } from './vite.app.config.mjs';

const PAGE = fileURLToPath(new URL('dist/page', import.meta.url));
const APP = fileURLToPath(new URL('dist/app', import.meta.url));
const VIEWS = readdirSync(new URL('src/app', import.meta.url))
  .map(name => /^(.+)-main\.tsx$/.exec(name)?.[1])
  .filter(view => view !== undefined);

await build({
  configFile: fileURLToPath(new URL('vite.config.mjs', import.meta.url)),
  logLevel: 'warn',
});
for (const entry of readdirSync(PAGE, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile())
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: constants.Z_BEST_COMPRESSION }));
}
mkdirSync(APP, { recursive: true });
for (const view of VIEWS) {
  const [{ output }] = await build(appConfig(view));
  const script = output.find(({ type }) => type === 'chunk').code;
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? '';
  writeFileSync(join(APP, `${view}.html`), documentOf(view, String(style), script));
}

/** A document that loads nothing. A script ends at the first `</script`, wherever it stands. */
function documentOf(view, style, script) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Worldwire: ${view}</title>
<style>${style.replaceAll('</', '<\\/')}</style>
</head>
<body>
<div id="app"></div>
<script>${script.replaceAll(/<(?=\/script|!--)/gi, '\\x3C')}</script>
</body>
</html>
`;
}
