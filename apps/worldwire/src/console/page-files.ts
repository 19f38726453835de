import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import type { PageFile } from '@worldwire/transports/http';

const ASSETS = '/assets/';
const PAGE = '/index.html';
const ZIPPED = '.gz';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The folder of the page, in the package of the console. */
export function pageFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@worldwire/console/package.json')), 'dist', 'page');
}

/**
 * The files of the page by their paths. The list is made once: the path of a request is looked up in it, and never reaches the
 * file system. A file is read when it is first asked for, and again if it could not be read.
 */
export async function listPageFiles(
  folder: string,
  onUnreadable: (thrown: unknown) => void,
): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const known = new Set(paths);
  const files = new Map(
    paths
      .filter(path => !path.endsWith(ZIPPED))
      .map(path => {
        const address = `/${relative(folder, path).split(sep).join('/')}`;
        const zipped = known.has(path + ZIPPED) ? path + ZIPPED : undefined;
        return [address, pageFile(path, zipped, address.startsWith(ASSETS), onUnreadable)] as const;
      }),
  );
  const page = files.get(PAGE);
  if (page === undefined) throw new Error(`There is no ${PAGE.slice(1)} in ${folder}.`);
  // One address for the page: a world may have a file of this name.
  files.delete(PAGE);
  return files.set('/', page);
}

function pageFile(
  path: string,
  zipped: string | undefined,
  isImmutable: boolean,
  onUnreadable: (thrown: unknown) => void,
): PageFile {
  let content: ReturnType<PageFile['load']> | undefined;
  const read = async () => {
    const [body, gzip] = await Promise.all([
      readFile(path),
      zipped === undefined ? undefined : readFile(zipped),
    ]);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { body, gzip, etag: `"${digest}"` };
  };
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    isImmutable,
    load() {
      content ??= read().catch((thrown: unknown) => {
        content = undefined;
        onUnreadable(thrown);
        throw thrown;
      });
      return content;
    },
  };
}
