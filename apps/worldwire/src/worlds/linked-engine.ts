import { randomBytes } from 'node:crypto';
import { EngineError } from '@worldwire/engine';
import { LinkedEngine, Supervisor } from '@worldwire/engine/linked';
import { WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import { engineEnvironment, TOKEN_VARIABLE } from './engine-environment.js';
import { EngineIdFile } from './engine-id-file.js';
import type { UnitySettings } from './unity.js';
import { engineIdsFile } from './unity-files.js';
import type { EngineLink, WorldOptions } from './world-entry.js';

const ID_BYTES = 12;

/** A real engine that connects over the frames wire. */
export interface LinkedScene extends EngineLink {
  readonly engine: LinkedEngine;
}

type Options = Pick<UnitySettings, 'command' | 'passed'> & Pick<WorldOptions, 'variables' | 'token'>;

export function linkedScene(folder: string, options: Options, log: Log): LinkedScene {
  const ids = new EngineIdFile(engineIdsFile(folder));
  const engine = new LinkedEngine({ now: () => new Date(), mint, ids });
  engine.listen(event => {
    if (event.kind === 'state') log.info({ ...engine.link }, 'engine link');
  });
  return {
    engine,
    engines: {
      join(hello, channel) {
        try {
          return { result: { sessionId: mint(), ...engine.join(hello.engine, channel) } };
        } catch (thrown) {
          throw thrown instanceof EngineError ? refusalOf(thrown) : thrown;
        }
      },
      links: () => [{ ...engine.link }],
    },
    async start({ host, port }) {
      log.info({ host, port }, 'engines dial in here');
      const { command } = options;
      if (command === undefined) return async () => {};
      const place = { WORLDWIRE_HOST: host, WORLDWIRE_PORT: String(port) };
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
