import { randomBytes } from 'node:crypto';
import { EngineError } from '@worldwire/engine';
import { EnginePool, type LinkInfo, type PoolEntry, Supervisor } from '@worldwire/engine/linked';
import { WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import { CommandEngine } from './command-engine.js';
import { engineEnvironment, TOKEN_VARIABLE } from './engine-environment.js';
import { EngineIdFile } from './engine-id-file.js';
import type { UnitySettings } from './unity.js';
import { engineIdsFile } from './unity-files.js';
import type { EngineLink, WorldOptions } from './world-entry.js';

const ID_BYTES = 12;

/** Real engines that connect over the frames wire. */
export interface LinkedScene extends EngineLink {
  readonly pool: EnginePool;
  /** Why no engine is ready. */
  notReady(): string | undefined;
}

type Options = Pick<UnitySettings, 'command' | 'passed'> & Pick<WorldOptions, 'variables' | 'token'>;

export function linkedScene(folder: string, options: Options, log: Log): LinkedScene {
  const ids = new EngineIdFile(engineIdsFile(folder));
  const pool = new EnginePool({ now: () => new Date(), mint, ids });
  const logStates = (entry: PoolEntry) =>
    entry.engine.listen(event => {
      if (event.kind === 'state') log.info({ engineName: entry.name, ...entry.engine.link }, 'engine link');
    });
  logStates(pool.first);
  pool.listen(({ kind, entry }) => kind === 'added' && logStates(entry));
  return {
    pool,
    notReady: () => reasonNotReady(pool.links, pool),
    engines: {
      join(hello, channel) {
        try {
          return { result: { sessionId: mint(), ...pool.join(hello.engine, channel) } };
        } catch (thrown) {
          throw thrown instanceof EngineError ? refusalOf(thrown) : thrown;
        }
      },
      links: () => pool.links,
    },
    async start({ host, port }) {
      log.info({ host, port }, 'engines dial in here');
      const { command } = options;
      if (command === undefined) return async () => {};
      const place = { WORLDWIRE_HOST: host, WORLDWIRE_PORT: String(port) };
      const engine = new CommandEngine(pool);
      const supervisor = new Supervisor({
        command,
        environment: { ...(await environmentOf(options, log)), ...place },
        engine,
        explain: reason => engine.explain(reason),
        log,
      });
      return () => supervisor.close();
    },
  };
}

function reasonNotReady(links: readonly LinkInfo[], { entries }: EnginePool): string | undefined {
  const isReady = ({ engine: { state } }: PoolEntry) =>
    state.status === 'ready' || state.status === 'throttled';
  if (entries.some(isReady)) return undefined;
  const said = links.map(({ name, status, reason = 'without a reason' }) =>
    links.length === 1 ? `the engine is ${status}: ${reason}` : `the engine ${name} is ${status}: ${reason}`,
  );
  return said.join('; ');
}

/** The engine authenticates with the first token of the token file that may link one. */
async function environmentOf({ passed, variables, token }: Options, log: Log) {
  const missing = passed.filter(name => variables[name] === undefined);
  if (missing.length > 0) log.warn({ missing }, 'the environment has no such variables for --engine-env');
  const first = await token();
  return { ...(first !== undefined && { [TOKEN_VARIABLE]: first }), ...engineEnvironment(variables, passed) };
}

function refusalOf({ kind, message, hint }: EngineError): WireError {
  if (kind === 'invalid') return WireError.of('InvalidParams', message);
  return WireError.of('InternalError', message, { kind: 'NotReady', ...(hint !== undefined && { hint }) });
}

function mint(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}
