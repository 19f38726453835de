import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import type { Kernel } from '@worldwire/server/internal';
import type { TestServer } from '../harness.js';
import type { MatrixClient, Verdict } from './matrix-client.js';
import type { RaisedCall } from './raised-calls.js';
import type { Needed } from './right-sets.js';

/** One way into a world, with what it needs. */
export interface Way extends Needed {
  readonly name: string;
  send(client: MatrixClient): Promise<Verdict>;
}

/**
 * Methods that need no right: they steer the connection, or show only what the principal may use. Every method of the
 * program that is not stated here must need the right to read, or be tools/call.
 */
const OPEN_METHODS: ReadonlySet<string> = new Set([
  'ping',
  'server/discover',
  'logging/setLevel',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/unsubscribe',
  'prompts/list',
  'skills/list',
  'subscriptions/listen',
  // Decided by the tool of the task.
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
  // A dialect's name for ending requests.
  'notifications/cancelled',
]);
/** Refused after the decision, so that no tool runs. */
const WRONG = { 'not-an-argument': 1 };

interface Message extends Needed {
  readonly method: string;
  readonly params: JsonObject;
  /** The arguments in words, where these raise the access. */
  readonly when?: string;
}

/** Every way into the world of a server, from its registry, its revisions, its dialect and its routes. */
export function waysInto(server: TestServer, raised: readonly RaisedCall[]): readonly Way[] {
  const { kernel, mounts } = server;
  return mounts.flatMap(({ path, dialect, routes = [], hooks }) => [
    ...REVISIONS.flatMap(({ id, era, methods }) =>
      [...methods]
        .filter(method =>
          kernel.serves({ method, params: {} }, REVISIONS.find(each => each.id === id) as never),
        )
        .flatMap(method => messagesOf(kernel, method, raised))
        .map(message => ({
          ...message,
          name: `${id} ${path} ${label(message)}`,
          send: (client: MatrixClient) =>
            era === 'request'
              ? client.stateless(path, message.method, message.params)
              : client.inSession(id, path, message.method, message.params),
        })),
    ),
    ...Object.entries(dialect?.methods ?? {}).flatMap(([name, { method, when, session }]) =>
      messagesOf(kernel, method ?? name, raised, session !== undefined).map(message => {
        const params = when === undefined ? message.params : ownSpelling(message.params);
        return {
          ...message,
          name: `dialect ${path} ${name} ${label(message)}`,
          send: (client: MatrixClient) => {
            if (session !== undefined) return client.inOwnSession(path, name, params);
            return dialect?.revision === undefined
              ? client.inSession('2025-11-25', path, name, params)
              : client.bare(path, name, params);
          },
        };
      }),
    ),
    ...toolCalls(kernel, raised).map(message => ({
      ...message,
      name: `task ${path} ${label(message)}`,
      send: (client: MatrixClient) => client.asTask(path, message.method, message.params),
    })),
    ...routes.flatMap(({ method, path: pattern, access }) => {
      const url = pattern.replaceAll(/:\w+/g, 'x');
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map(verb => ({
        access,
        name: `${verb} ${pattern}`,
        send: (client: MatrixClient) => client.web(verb, url),
      }));
    }),
    {
      access: undefined,
      name: `GET ${path}`,
      send: client => client.web('GET', path, { accept: 'application/json' }),
    },
    {
      access: hooks?.stream === undefined ? undefined : 'read',
      name: `GET ${path} as a stream`,
      send: client => client.web('GET', path, { accept: 'text/event-stream' }),
    },
    ...(hooks?.feed === undefined
      ? []
      : [
          {
            access: 'read' as const,
            name: `${path} stream_events`,
            send: (client: MatrixClient) => client.bare(path, 'stream_events', {}),
          },
        ]),
  ]);
}

/** The methods of HTTP with SSE, the transport of 2024-11-05, at `path`. */
export function oldWays({ kernel }: TestServer, path: string, raised: readonly RaisedCall[]): readonly Way[] {
  const old = REVISIONS.find(({ id }) => id === '2024-11-05') as Revision;
  return [...old.methods]
    .filter(method => kernel.serves({ method, params: {} }, old))
    .flatMap(method => messagesOf(kernel, method, raised))
    .map(message => ({
      ...message,
      name: `sse ${path} ${label(message)}`,
      send: client => client.old(path, message.method, message.params),
    }));
}

/** The methods of the frames wire and of the dialect, in a session, and those of the transport itself. */
export function framesWays({ kernel, mounts }: TestServer, raised: readonly RaisedCall[]): readonly Way[] {
  const methods = REVISIONS.find(({ id }) => id === '2025-11-25')?.methods ?? new Set();
  const messages = [...methods]
    .filter(method =>
      kernel.serves({ method, params: {} }, REVISIONS.find(({ id }) => id === '2025-11-25') as never),
    )
    .flatMap(method => messagesOf(kernel, method, raised));
  const transport: readonly Message[] = [
    { method: 'transport.links', params: {}, access: 'read' },
    { method: 'transport.healthCheck', params: {}, access: undefined },
  ];
  const own = Object.entries(mounts[0]?.dialect?.methods ?? {})
    .filter(([, { session }]) => session === undefined)
    .flatMap(([name, { method, when }]) =>
      messagesOf(kernel, method ?? name, raised).map(message => ({
        ...message,
        method: name,
        params: when === undefined ? message.params : ownSpelling(message.params),
      })),
    );
  return [...messages, ...own, ...transport].map(message => ({
    ...message,
    name: `frames ${label(message)}`,
    send: client => client.frames(message.method, message.params),
  }));
}

/** Every call of a tool, as one message. */
export function toolCalls(kernel: Kernel, raised: readonly RaisedCall[] = []): readonly Message[] {
  return messagesOf(kernel, 'tools/call', raised);
}

/** The messages that a method has: one for each tool, resource or prompt. */
function messagesOf(
  kernel: Kernel,
  method: string,
  raised: readonly RaisedCall[],
  steers = false,
): readonly Message[] {
  const { tools, resources, templates, prompts } = kernel.registry;
  const access = steers || OPEN_METHODS.has(method) ? undefined : 'read';
  if (method === 'tools/call') {
    const plain = [...tools.values()].map(({ tool }) => ({
      method,
      params: { name: tool.name, arguments: WRONG },
      // A tool that changes permissions needs the highest right.
      access: tool.audited === true ? ('danger' as const) : tool.access,
      tool: tool.name,
    }));
    const more = raised.map(({ tool, arguments: given, ...needed }) => ({
      method,
      params: { name: tool, arguments: given },
      tool,
      ...needed,
    }));
    return [...plain, ...more];
  }
  if (method.startsWith('resources/') && access === 'read') {
    const uris = [
      ...resources.keys(),
      ...templates.map(({ template }) => template.uriTemplate.replaceAll(/\{[^}]*\}/g, 'x')),
    ];
    return uris.map(uri => ({ method, params: { uri }, access }));
  }
  if (method.startsWith('prompts/') && access === 'read') {
    return [...prompts.keys()].map(name => ({ method, params: { name }, access }));
  }
  return [{ method, params: {}, access }];
}

function ownSpelling({ name, arguments: given }: JsonObject): JsonObject {
  return { toolName: name ?? '', toolInput: given ?? {} };
}

function label({ method, params, when }: Message): string {
  return [method, params.name ?? params.uri, when].filter(Boolean).join(' ');
}
