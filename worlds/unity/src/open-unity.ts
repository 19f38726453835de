import type { ServedWorld } from '@worldwire/server';
import type { Reply } from '@worldwire/server/internal';
import { unityDialect } from './endpoint/dialect.js';
import { announce } from './endpoint/discovery-file.js';
import { ExplorerStreams } from './endpoint/explorer-streams.js';
import { unityWeb } from './endpoint/web.js';
import type { LeaseFacts } from './engines/leases.js';
import { type UnityHost, unityWorld } from './unity-world.js';

const MAX_PARALLEL = 32;

export interface UnityOptions extends Omit<UnityHost, 'publish'> {
  /** For the discovery file, by which programs of this machine find the server. */
  readonly temporaryFolder: string;
  readonly pid: number;
}

/** The Unity Explorer interface over a scene. */
export type OpenUnity = Required<Omit<ServedWorld, 'notReady'>> & {
  readonly leases: {
    /** Who holds the engine of this name. */
    of(engine: string): LeaseFacts | undefined;
    /** Ends a lease for the operator. False if the engine is not held. Throws if there is no such engine. */
    end(engine: string): boolean;
  };
};

export async function openUnity(options: UnityOptions): Promise<OpenUnity> {
  const { log, now, date = now, temporaryFolder, pid } = options;
  const streams = new ExplorerStreams(log);
  // The port is known when the server listens: 0 means any free port.
  const endpoint = { ...options.endpoint };
  const unity = await unityWorld({
    ...options,
    endpoint,
    publish: (event, payload) => streams.publish(event, payload),
  });
  return {
    world: {
      ...unity.world,
      close: async () => {
        streams.close();
        await unity.close();
      },
    },
    leases: { of: name => unity.leaseOf(name), end: name => unity.endLease(name) },
    dialect: unityDialect({ resources: unity.resourceList, reads: name => unity.reads(name) }),
    routes: unityWeb(
      streams,
      uri => unity.readResource(uri),
      (code, message) => unity.noteError(code, message),
    ),
    aliases: ['/message'],
    hasRemoteConfig: true,
    hooks: {
      parallel: {
        max: MAX_PARALLEL,
        message: `Cannot have more than ${MAX_PARALLEL} parallel requests. Please slow down.`,
      },
      feed: ({ method }, principal) =>
        method === 'stream_events' ? streams.lines(principal, unity) : undefined,
      stream: principal => streams.events(principal),
      replied: (reply, principal) => {
        // A request without a principal has no streams.
        if (principal === '') return unity.noteAnonymous(reply.code ?? 0, messageOf(reply));
        if (reply.code !== undefined) unity.noteError(reply.code, messageOf(reply));
        streams.mirror(reply.text, principal);
      },
    },
    listening: async ({ origin, port }) => {
      endpoint.port = port;
      const startedAt = new Date(date()).toISOString();
      const here = { pid, baseUrl: origin, port, modeHints: ['streamable-http'], startedAt };
      try {
        return await announce(temporaryFolder, () => ({ ...here, ...unity.engineList() }));
      } catch (thrown) {
        // The server works without the file.
        log.warn({ err: thrown, folder: temporaryFolder }, 'the discovery file cannot be written');
        return async () => {};
      }
    },
  };
}

function messageOf({ text }: Reply): string {
  return (JSON.parse(text) as { error: { message: string } }).error.message;
}
