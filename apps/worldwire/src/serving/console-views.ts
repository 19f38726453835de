import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type AppView, appView, type World } from '@worldwire/server';
import { HOST_VIEWS, listed } from '@worldwire/server/internal';

/** The views that the console has for the tools of worlds. */
const VIEWS = [
  { view: 'universe', title: 'Universe', description: 'The universe of the call, and what it changed.' },
  { view: 'scene', title: 'Scene', description: 'The objects of the scene, and what the call changed.' },
  { view: 'asset', title: 'Asset', description: 'The asset of the call: outline, references and thumbnail.' },
] as const;

/** The world with the views of the console that its tools name. A program without the console has none. */
export function withConsoleViews(world: World): World {
  const named = new Set(listed(world.tools).map(({ ui }) => ui?.resourceUri));
  const views = consoleViews().filter(({ uri }) => named.has(uri));
  return views.length === 0 ? world : { ...world, apps: [...(world.apps ?? []), ...views] };
}

let known: readonly AppView[] | undefined;

/** Found once. A document is read when a host asks for it, and then kept. */
function consoleViews(): readonly AppView[] {
  known ??= VIEWS.flatMap(({ view, title, description }) => {
    const file = fileOf(view);
    if (file === undefined) return [];
    let html: Promise<string> | undefined;
    const uri = `${HOST_VIEWS}${view}`;
    const read = () => {
      html ??= readFile(file, 'utf8').catch(thrown => {
        html = undefined;
        throw thrown;
      });
      return html;
    };
    return [appView({ uri, name: view, title, description, prefersBorder: false, html: read })];
  });
  return known;
}

function fileOf(view: string): string | undefined {
  try {
    const home = import.meta.resolve('@worldwire/console/package.json');
    const file = fileURLToPath(new URL(`dist/app/${view}.html`, home));
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
