// The clients of the matrix: which wires each speaks, and what it lacks. docs/compatibility.md shows this list, and
// `npm run clients` compares it with what real runs find.
import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** For clients that do not run on the oldest Node of the product. */
export const NEWER_NODE = '24.21.0';

/** The wires, with their titles. */
export const WIRES = { http: 'Streamable HTTP', sse: 'HTTP with SSE', stdio: 'stdio' };

export const WORLDS = ['universe', 'unity', 'unreal'];

/** What a cell verifies. */
export const CHECKS = {
  connect: 'the client connects, and gets the name of the world where it shows that',
  tools: 'it lists exactly the tools of the world that are open',
  read: 'a tool that reads returns a known value',
  error: 'a failed call arrives as a failure with its reason',
  resource: 'a resource has a known value',
  write: 'a write is done, and a further call reads it back',
  progress: 'a call reports its progress',
  update: 'a subscribed resource announces that it changed',
  wire: 'every message took the wire of the column',
};

/** What a world lacks, whatever the client. */
export const WORLD_LACKS = [
  {
    check: 'progress',
    world: 'universe',
    reason: 'No tool of `universe` takes long enough to report progress.',
  },
];

/** What a wire lacks. */
export const WIRE_LACKS = [
  { check: 'wire', wire: 'stdio', reason: 'The server of a cell over stdio has no other wire.' },
];

const STARTS_NOTHING = 'The client starts nothing: it connects to an address.';
const TOOLS_ALONE = 'The client passes neither progress nor subscriptions to its program.';
const ONE_COMMAND = 'Each command is one process, which ends before a subscription has anything to announce.';
const RESULT_ALONE = 'A command prints the result and no progress.';
const NO_NOTIFICATIONS = 'From an address it passes results on and no notification.';
const ENDED =
  'Each command starts a server of its own over stdio. The scene of the one that writes ends with it.';

/**
 * @typedef {object} Lack
 * @property {string} check
 * @property {string} reason
 * @property {string} [wire] the only wire that this concerns
 * @property {string} [world] the only world that this concerns
 */

/** A wire is true, or the reason why the client does not speak it. */
const SOURCES = [
  {
    id: 'sdk-2',
    package: '@modelcontextprotocol/client',
    form: 'library, revision 2026-07-28 where the wire has it',
    http: true,
    sse: true,
    stdio: true,
  },
  {
    id: 'sdk-1',
    package: '@modelcontextprotocol/sdk',
    form: 'library',
    http: true,
    sse: true,
    stdio: true,
  },
  {
    id: 'sdk-1.0',
    package: 'sdk-1.0',
    shown: '@modelcontextprotocol/sdk',
    form: 'library, revision 2024-11-05',
    http: 'This version is older than Streamable HTTP.',
    sse: true,
    stdio: true,
  },
  {
    id: 'inspector',
    package: '@modelcontextprotocol/inspector',
    form: 'command line',
    node: NEWER_NODE,
    http: true,
    sse: true,
    stdio: true,
    lacks: [
      { check: 'progress', reason: RESULT_ALONE },
      { check: 'update', reason: ONE_COMMAND },
      { check: 'write', wire: 'stdio', world: 'unity', reason: ENDED },
      { check: 'write', wire: 'stdio', world: 'unreal', reason: ENDED },
    ],
  },
  {
    id: 'ai-sdk',
    package: '@ai-sdk/mcp',
    form: 'tools of the AI SDK',
    node: NEWER_NODE,
    http: true,
    sse: true,
    stdio: true,
    lacks: [
      { check: 'progress', reason: TOOLS_ALONE },
      { check: 'update', reason: TOOLS_ALONE },
    ],
  },
  {
    id: 'langchain',
    package: '@langchain/mcp-adapters',
    form: 'tools of LangChain',
    http: true,
    sse: true,
    stdio: true,
  },
  {
    id: 'openai-agents',
    package: '@openai/agents',
    form: 'tools of an agent',
    node: NEWER_NODE,
    http: true,
    sse: true,
    stdio: true,
    lacks: [
      { check: 'progress', reason: TOOLS_ALONE },
      { check: 'update', reason: TOOLS_ALONE },
    ],
  },
  {
    id: 'mcp-remote',
    package: 'mcp-remote',
    form: 'proxy from stdio to an address',
    http: true,
    sse: true,
    stdio: STARTS_NOTHING,
  },
  {
    id: 'supergateway',
    package: 'supergateway',
    form: 'proxy from stdio to an address, and from an address to stdio',
    http: true,
    sse: true,
    stdio: true,
    lacks: ['http', 'sse'].flatMap(wire => [
      { check: 'progress', wire, reason: NO_NOTIFICATIONS },
      { check: 'update', wire, reason: NO_NOTIFICATIONS },
    ]),
  },
  {
    id: 'mcp-proxy',
    package: 'mcp-proxy',
    form: 'proxy from an address to stdio',
    node: NEWER_NODE,
    http: 'The client starts the server itself, and connects to no address.',
    sse: 'The client starts the server itself, and connects to no address.',
    stdio: true,
  },
  {
    id: 'mcporter',
    package: 'mcporter',
    form: 'command line',
    node: NEWER_NODE,
    http: true,
    sse: 'The client uses Streamable HTTP wherever a server has it, and every address of this server has it.',
    stdio: true,
    lacks: [
      { check: 'progress', reason: RESULT_ALONE },
      { check: 'update', reason: ONE_COMMAND },
      { check: 'write', wire: 'stdio', world: 'unity', reason: ENDED },
      { check: 'write', wire: 'stdio', world: 'unreal', reason: ENDED },
    ],
  },
];

export const CLIENTS = SOURCES.map(({ shown, lacks = [], ...source }) => ({
  ...source,
  lacks,
  name: shown ?? source.package,
  version: dependencies[source.package].replace(/^npm:.*@/, ''),
}));

/** The wires that a client speaks. */
export function wiresOf(client) {
  return Object.keys(WIRES).filter(wire => client[wire] === true);
}

/** The checks that a cell must pass. */
export function checksOf(client, wire, world) {
  const lacking = [...WIRE_LACKS, ...WORLD_LACKS, ...client.lacks].filter(
    lack => (lack.wire ?? wire) === wire && (lack.world ?? world) === world,
  );
  return Object.keys(CHECKS).filter(check => !lacking.some(lack => lack.check === check));
}
