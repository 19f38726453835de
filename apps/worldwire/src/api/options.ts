import type { Limits } from '@worldwire/server/internal';
import { Problem } from '../errors/problem.js';
import type { Environment } from '../process/environment.js';
import { readKeys } from '../settings/config-file.js';
import type { Features } from '../settings/features.js';
import { CONFIG_FLAG, serveFlags } from '../settings/server-flags.js';
import { readSettings, type Settings } from '../settings/settings.js';
import { entriesOf, readWorlds, type Worlds } from '../worlds/world-module.js';

/** Options of `serveStdio()`. Each is the flag of the same name: `readOnly` is `--read-only`. */
export interface StdioOptions {
  /** Data folder, which holds the audit. Default: `worldwire` in the user's data folder. */
  readonly data?: string;
  /** Access beyond the level that the world opens by default, which is `read`. */
  readonly allow?: readonly ('writes' | 'eval' | 'remote-config')[];
  /** Refuse every tool that changes a world. */
  readonly readOnly?: boolean;
  /** Where tool results have their data. Default: `auto`, by the client. */
  readonly answers?: 'auto' | 'both' | 'text' | 'structured';
  /** File with the secret for the hashes of the audit. */
  readonly auditKey?: string;
  /** Bytes at which the audit begins a new file, as text. Default: 16777216. */
  readonly auditSegment?: string;
  /** Default: `info`. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Default: `text` on a terminal, `json` elsewhere. */
  readonly logFormat?: 'text' | 'json';
  /** A configuration file, as for `worldwire serve --config`. */
  readonly config?: string;
  readonly limits?: Partial<Limits>;
  /** Tools, prompts and resources to offer. Default: all. */
  readonly features?: Features;
  /** Close on SIGTERM, SIGINT and SIGHUP. Default: false; the program handles signals itself. */
  readonly stopOnSignal?: boolean;
}

/** Options of `serve()`. Each is the flag of the same name: `tokenFile` is `--token-file`. */
export interface ServeOptions extends StdioOptions {
  /** Port to listen on; 0 picks a free one. Several worlds get the ports after it, or a port each by name; `main` is the one of the console. Default: 3000. */
  readonly port?: number | Readonly<Record<string, number>>;
  /** Serve no console at `/`. */
  readonly noConsole?: boolean;
  /** Address to listen on. Any but loopback needs `tokenFile` or `oauthIssuer`. Default: 127.0.0.1. */
  readonly host?: string;
  /** File of bearer tokens, one `name token` a line. Clients must send one of them. */
  readonly tokenFile?: string;
  /** Authorization servers (OAuth 2.1) whose access tokens clients may send. */
  readonly oauthIssuer?: readonly string[];
  /** The public URL of the endpoint, or `world=URL` for several worlds. Default: the URL of the listener. */
  readonly oauthAudience?: readonly string[];
  /** The console as a client of the first issuer, so that people can sign in there. */
  readonly oauthClientId?: string;
  /** Rights by scope of access tokens. Default: `worldwire:write` is `write`, `worldwire:unity:read` is `unity:read`. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  /** Certificate in PEM, with `tlsKey`. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Further origins whose web pages may call the server. */
  readonly origin?: readonly string[];
  /** Further names in the Host header. */
  readonly publicHost?: readonly string[];
  /** Also open the frames wire. */
  readonly frames?: boolean;
  readonly framesSocket?: string;
  readonly framing?: 'frames' | 'newline';
  /** Port on 127.0.0.1 for `/metrics` in the format of Prometheus; 0 picks a free one. Default: not opened. */
  readonly metricsPort?: number;
}

/** Reads options as flags are read: the same checks, and the same environment variables for what is not given. */
export async function readOptions(
  worlds: Worlds,
  { stopOnSignal: _, ...options }: ServeOptions,
  environment: Environment,
): Promise<Settings> {
  const flags = { ...serveFlags(), ...CONFIG_FLAG };
  const { port } = options;
  const ports =
    typeof port === 'object' ? Object.entries(port).map(([world, number]) => `${world}=${number}`) : port;
  const content = Object.fromEntries(
    Object.entries({ ...options, port: ports })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [kebab(name), value]),
  );
  const { values, limits, features, scopes } = await readKeys(
    content,
    flags,
    environment.cwd,
    (key, message) => {
      // The message has names as the command line spells them.
      const names = [...Object.keys(flags), key];
      throw Problem.usage(
        `serve(): ${names.reduce((text, name) => text.replaceAll(name, camel(name)), message)}.`,
      );
    },
  );
  const entries = entriesOf(readWorlds(worlds, 'The first argument of serve()'));
  return readSettings({ values, words: [] }, environment, { worlds: entries, limits, features, scopes });
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
