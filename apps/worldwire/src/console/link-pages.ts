import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, reasonOf } from '../errors/problem.js';
import { isRunning, operatorFolder } from '../operator/local-server.js';

const PREFIX = /^link-(\d+)-/;
const PAGE = 'open.html';

/** Folders of this process. Another one with its pid is of a process before it, such as that of a container. */
const own = new Set<string>();

interface LinkLog {
  warn(details: object, text: string): void;
}

/**
 * Pages in files that lead to a link. A browser is started with the name of such a file, because all users of a machine see the
 * arguments of a program. Only this user can enter the folder of a page and read it.
 */
export class LinkPages {
  readonly #folder: string;
  readonly #log: LinkLog;
  readonly #open = new Map<string, NodeJS.Timeout>();

  constructor(data: string, log: LinkLog) {
    this.#folder = resolve(operatorFolder(data));
    this.#log = log;
  }

  /** The path of a new page. It is removed after `ms`, by `remove` or by `close`. */
  write(link: string, ms: number): string {
    mkdirSync(this.#folder, { mode: 0o700, recursive: true });
    this.#removeLeftovers();
    const folder = mkdtempSync(join(this.#folder, `link-${process.pid}-`));
    own.add(folder);
    const file = join(folder, PAGE);
    this.#open.set(file, setTimeout(() => this.remove(file), ms).unref());
    writeFileSync(file, pageTo(link), { mode: 0o600, flag: 'wx' });
    return file;
  }

  /** Synchronous, so that a page is gone before the login by its link is answered. */
  remove(file: string): void {
    const timer = this.#open.get(file);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#open.delete(file);
    const folder = dirname(file);
    own.delete(folder);
    this.#removeFolder(folder);
  }

  close(): void {
    for (const file of [...this.#open.keys()]) this.remove(file);
  }

  /** Pages of processes that were killed. Their links are not valid any more. */
  #removeLeftovers(): void {
    for (const name of namesIn(this.#folder)) {
      const pid = Number(PREFIX.exec(name)?.[1]);
      const folder = join(this.#folder, name);
      const isLeft = pid === process.pid ? !own.has(folder) : !Number.isNaN(pid) && !isRunning(pid);
      if (isLeft) this.#removeFolder(folder);
    }
  }

  #removeFolder(folder: string): void {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (thrown) {
      this.#log.warn(
        { folder, reason: reasonOf(thrown) },
        'a page with a link of the console is not removed',
      );
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

function pageTo(link: string): string {
  const address = link.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Worldwire</title>
<p><a href="${address}">Open the console</a></p>
</html>
`;
}
