/** Who takes part, and what is compared with what. */
import { SESSION_REVISION, STATELESS_REVISION } from './revisions.mjs';

const WORLDWIRE = { name: 'worldwire', program: 'worldwire.mjs', role: 'ours' };
const BARE = {
  name: 'bare',
  label: 'bare node:http',
  program: 'bare.mjs',
  role: 'bare',
};
const SDK_V1 = { name: 'sdk-v1', label: 'official SDK v1', role: 'peer' };
const SDK_V2 = { name: 'sdk-v2', label: 'official SDK v2', role: 'peer' };

const oursInSession = { ...WORLDWIRE, label: 'Worldwire', revision: SESSION_REVISION };
const oursStateless = { ...WORLDWIRE, label: 'Worldwire', revision: STATELESS_REVISION };
const sdkV1 = { ...SDK_V1, program: 'sdk-v1.mjs', revision: SESSION_REVISION };
const sdkV2 = { ...SDK_V2, program: 'sdk-v2.mjs', revision: STATELESS_REVISION };

/** The bare server keeps no sessions, but reads a request of the same size. */
const ANY_SESSION = { revision: SESSION_REVISION, sessionId: '00000000-0000-4000-8000-000000000000' };

export const TOOLS_CALL = [
  { ...BARE, revision: SESSION_REVISION, session: ANY_SESSION },
  { ...BARE, revision: STATELESS_REVISION },
  oursInSession,
  oursStateless,
  { name: 'mcp-lite', label: 'mcp-lite', program: 'mcp-lite.mjs', revision: SESSION_REVISION, role: 'peer' },
  { name: 'tmcp', label: 'tmcp', program: 'tmcp.mjs', revision: SESSION_REVISION, role: 'peer' },
  { name: 'fastmcp', label: 'fastmcp', program: 'fastmcp.mjs', revision: SESSION_REVISION, role: 'peer' },
  sdkV1,
  sdkV2,
  // What the SDKs can do without a framework and with the bodies parsed for them; shown, so that nobody wonders.
  {
    ...sdkV1,
    name: 'sdk-v1-parsed',
    label: 'official SDK v1, tuned',
    program: 'sdk-v1-parsed.mjs',
  },
  {
    ...sdkV2,
    name: 'sdk-v2-parsed',
    label: 'official SDK v2, tuned',
    program: 'sdk-v2-parsed.mjs',
  },
];

export const IDLE_SESSIONS = [oursInSession, sdkV1];

export const SUBSCRIBERS = [oursInSession, sdkV1, oursStateless, sdkV2];

export const STDIO = [
  { ...oursInSession, program: 'stdio-worldwire.mjs' },
  { ...sdkV1, program: 'stdio-sdk-v1.mjs' },
  { ...oursStateless, program: 'stdio-worldwire.mjs' },
  { ...sdkV2, program: 'stdio-sdk-v2.mjs' },
];

/** The packages whose versions a result is worth nothing without. */
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
