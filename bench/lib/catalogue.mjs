/** The servers that take part in each measure. */
import { SESSION_REVISION, STATELESS_REVISION } from './revisions.mjs';

const session = { revision: SESSION_REVISION };
const stateless = { revision: STATELESS_REVISION };
const peer = (name, label = name) => ({ name, label, program: `${name}.mjs`, role: 'peer' });

const bare = { name: 'bare', label: 'bare node:http', program: 'bare.mjs', role: 'bare' };
const ours = { name: 'worldwire', label: 'Worldwire', program: 'worldwire.mjs', role: 'ours' };
const sdkV1 = { ...peer('sdk-v1', 'official SDK v1'), ...session };
const sdkV2 = { ...peer('sdk-v2', 'official SDK v2'), ...stateless };

/** The bare server has no sessions, but gets a request of the same size. */
const ANY_SESSION = { ...session, sessionId: '00000000-0000-4000-8000-000000000000' };

export const TOOLS_CALL = [
  { ...bare, ...session, session: ANY_SESSION },
  { ...bare, ...stateless },
  { ...ours, ...session },
  { ...ours, ...stateless },
  ...['mcp-lite', 'tmcp', 'fastmcp'].map(name => ({ ...peer(name), ...session })),
  sdkV1,
  sdkV2,
  // The SDKs without a framework and with parsed bodies, for comparison.
  { ...peer('sdk-v1-parsed', 'official SDK v1, tuned'), ...session },
  { ...peer('sdk-v2-parsed', 'official SDK v2, tuned'), ...stateless },
];

export const IDLE_SESSIONS = [{ ...ours, ...session }, sdkV1];

export const SUBSCRIBERS = [{ ...ours, ...session }, sdkV1, { ...ours, ...stateless }, sdkV2];

export const STDIO = SUBSCRIBERS.map(entrant => ({ ...entrant, program: `stdio-${entrant.program}` }));

/** Packages whose versions are part of a result. */
export const PACKAGES = [
  '@worldwire/server',
  '@worldwire/transports',
  '@worldwire/universe',
  '@worldwire/journal',
  '@worldwire/unity',
  '@worldwire/engine',
  '@worldwire/unreal',
  '@worldwire/uasset',
  'three',
  '@photostructure/sqlite',
  'pg',
  'mcp-lite',
  'tmcp',
  '@tmcp/transport-http',
  'fastmcp',
  '@modelcontextprotocol/sdk',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/node',
  '@hono/node-server',
  'srvx',
  'zod',
];
