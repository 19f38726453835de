import { randomBytes } from 'node:crypto';
import { EngineError } from '@worldwire/engine';
import { LinkedEngine, Supervisor } from '@worldwire/engine/linked';
import { WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import type { Engines } from '@worldwire/transports/frames';
import { IdFile } from './engine-id-file.js';
import { engineIdsFile } from './unity-files.js';

const ID_BYTES = 12;

/** Where an engine can dial in. */
export interface LinkPlace {
  readonly host: string;
  readonly port: number;
}

/** A real engine, once it has dialled in. */
export interface LinkedScene {
  readonly engine: LinkedEngine;
  readonly engines: Engines;
  /** Starts the operator's command, if there is one, when somebody listens. Returns the way to end it. */
  start(place: LinkPlace, environment: Readonly<Record<string, string | undefined>>): () => Promise<void>;
}

export function linkedScene(command: string | undefined, folder: string, log: Log): LinkedScene {
  const ids = new IdFile(engineIdsFile(folder));
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
    start({ host, port }, environment) {
      log.info({ host, port }, 'engines dial in here');
      if (command === undefined) return async () => {};
      const place = { WORLDWIRE_HOST: host, WORLDWIRE_PORT: String(port) };
      const supervisor = new Supervisor({
        command,
        environment: { ...environment, ...place },
        engine,
        explain: reason => engine.explain(reason),
        log,
      });
      return () => supervisor.close();
    },
  };
}

/** What a bridge reads that may not link: what is wrong with its words, or why not now. */
function refusalOf({ kind, message, hint }: EngineError): WireError {
  if (kind === 'invalid') return WireError.of('InvalidParams', message);
  return WireError.of('InternalError', message, { kind: 'NotReady', ...(hint !== undefined && { hint }) });
}

function mint(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}
