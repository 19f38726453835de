import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A number that something in a source counts up to. */
export interface Counted {
  readonly file: string;
  /** The constant or limit, or the holder that counts. */
  readonly name: string;
}

/** What an instance holds, compared with a constant or a limit: `this.#waiting.size >= MAX_WAITING`, `this.#open < max`. */
const COMPARED =
  /(?:this\.#?\w+(?:\.(?:size|length|pending|count))?|\b\w+\.(?:size|pending|characters))(?:\s*\+\s*[\w.#]+)?\s*(?:>=|>|<=|<)\s*(?:this\.)?(?:#?(?:options|environment|limits|context|number|rules)\.)*#?(MAX_\w+|max\w*|limit|total|callsPerConnection|(?<=limits\.)\w+)\b/g;
/** Things that count themselves. */
const HOLDER =
  /new (Places|KeptByPrincipal|ByPrincipal|Allowance|Semaphore|Mutex|BoundedCache|KeptOutcomes|FairQueue|FairTurns|SerialQueue|ParallelRequests)\b/g;

/** Every number that a source text counts up to. A comment counts nothing. */
export function countedIn(file: string, text: string): Counted[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const names = [...code.matchAll(COMPARED), ...code.matchAll(HOLDER)].map(match => match[1] as string);
  return [...new Set(names)].map(name => ({ file, name }));
}

/** The same for the product. The console is a page of its user. */
export function countedNumbers(root: string): Counted[] {
  return ['packages', 'worlds', 'apps/worldwire'].flatMap(folder =>
    sourcesIn(join(root, folder)).flatMap(path =>
      countedIn(relative(root, path), readFileSync(path, 'utf8')),
    ),
  );
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'testing', 'fuzz', 'template', 'suite'].includes(entry.name)
        ? []
        : sourcesIn(path);
    return /\.ts$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name) ? [path] : [];
  });
}
