import { ANSWERS, APPROVAL_RULES, APPROVERS } from '@worldwire/server/internal';
import type { Flags } from '../command-line/flags.js';
import { LOG_LEVELS } from '../log/log.js';
import { LOG_FORMATS } from '../log/log-text.js';
import { worldFlags } from '../worlds/world-list.js';
import { FRAMES_FLAGS } from './frames-settings.js';
import { OAUTH_FLAGS } from './oauth-settings.js';
import { STORES } from './store-name.js';

export const DEFAULT_HOST = '127.0.0.1';

/** Flags of `serve` and `doctor`, without those that worlds declare. */
export const SERVER_FLAGS = {
  port: {
    type: 'string',
    multiple: true,
    value: 'N|world=N',
    about:
      'main port, which has the console and all worlds; one world has the same port, several have the next ones; 0 picks free ones; --port main=N sets it alone',
    fallback: 'the port of each world, and main=3000',
  },
  host: { type: 'string', value: 'HOST', about: 'address to listen on', fallback: DEFAULT_HOST },
  data: {
    type: 'string',
    value: 'DIR',
    path: true,
    about: 'data folder: stores, settings and the audit',
    fallback: 'worldwire in the user’s data folder',
    variable: 'WORLDWIRE_DATA',
  },
  store: {
    type: 'string',
    value: 'STORE',
    about: `store of the universe: ${STORES}; put an address with a password in the variable`,
    fallback: 'sqlite',
    variable: 'WORLDWIRE_STORE',
  },
  ...FRAMES_FLAGS,
  'token-file': {
    type: 'string',
    value: 'FILE',
    path: true,
    about: 'bearer tokens that clients must send, one "name token [rights…]" a line',
    variable: 'WORLDWIRE_TOKEN_FILE',
  },
  'audit-key': {
    type: 'string',
    value: 'FILE',
    path: true,
    about: 'secret for the hashes of the audit; keep it where users of the data folder cannot read it',
    variable: 'WORLDWIRE_AUDIT_KEY',
  },
  'audit-segment': {
    type: 'string',
    value: 'BYTES',
    about: 'size at which the audit begins a new file, at least 65536',
    fallback: '16777216',
  },
  ...OAUTH_FLAGS,
  'tls-cert': { type: 'string', value: 'FILE', path: true, about: 'certificate in PEM, with --tls-key' },
  'tls-key': { type: 'string', value: 'FILE', path: true, about: 'private key in PEM, with --tls-cert' },
  allow: {
    type: 'string',
    multiple: true,
    value: 'WHAT',
    about:
      'writes, eval (code that clients send) or remote-config (clients change the write settings of a world)',
  },
  'read-only': { type: 'boolean', about: 'refuse every tool that changes a world; wins over --allow' },
  approve: {
    type: 'string',
    multiple: true,
    value: 'RULE|world=RULE',
    about: `calls that wait for a person: ${APPROVAL_RULES.join(', ')}`,
    fallback: 'none',
  },
  'approve-by': {
    type: 'string',
    value: 'WHO',
    about: `who decides: ${APPROVERS.join(', ')}; client is the person at the client, if it can be asked`,
    fallback: 'operator',
  },
  'confirm-above': {
    type: 'string',
    value: 'N',
    about:
      'things that one write may remove or overwrite without the digest of its dry run or the consent of the person at the client',
    fallback: '20',
  },
  answers: {
    type: 'string',
    value: 'WHERE',
    about: `where tool results have their data: ${ANSWERS.join(', ')}`,
    fallback: 'auto, by the client',
  },
  origin: {
    type: 'string',
    multiple: true,
    value: 'URL',
    about: 'further origin whose web pages may call the server',
  },
  'public-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'further name in the Host header, without a port',
  },
  'no-console': { type: 'boolean', about: 'serve no console at the main port' },
  'metrics-port': {
    type: 'string',
    value: 'N',
    about: 'port on 127.0.0.1 for /metrics in the format of Prometheus; 0 picks a free one',
    fallback: 'not opened',
  },
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    about: LOG_LEVELS.join(', '),
    fallback: 'info',
    variable: 'WORLDWIRE_LOG_LEVEL',
  },
  'log-format': {
    type: 'string',
    value: 'FORMAT',
    about: LOG_FORMATS.join(' or '),
    fallback: 'text on a terminal, json elsewhere',
    variable: 'WORLDWIRE_LOG_FORMAT',
  },
  json: { type: 'boolean', about: 'one JSON object per line on standard output' },
} as const satisfies Flags;

export const CONFIG_FLAG = {
  config: {
    type: 'string',
    value: 'FILE',
    path: true,
    about:
      'JSON or INI file with the flags of serve as keys, "worlds", "limits", "features" and "scopes"; flags win',
  },
} as const satisfies Flags;

/** Flags of `stdio`, without those that worlds declare. */
export const STDIO_FLAGS = {
  data: SERVER_FLAGS.data,
  store: SERVER_FLAGS.store,
  allow: SERVER_FLAGS.allow,
  'read-only': SERVER_FLAGS['read-only'],
  approve: SERVER_FLAGS.approve,
  'approve-by': SERVER_FLAGS['approve-by'],
  'confirm-above': SERVER_FLAGS['confirm-above'],
  answers: SERVER_FLAGS.answers,
  'audit-key': SERVER_FLAGS['audit-key'],
  'audit-segment': SERVER_FLAGS['audit-segment'],
  'log-level': SERVER_FLAGS['log-level'],
  'log-format': SERVER_FLAGS['log-format'],
  ...CONFIG_FLAG,
} as const satisfies Flags;

/** Every flag that the configuration file may have as a key. */
export function serveFlags(): Flags {
  return { ...SERVER_FLAGS, ...worldFlags('serve') };
}

export function stdioFlags(): Flags {
  const { data, store, ...others } = STDIO_FLAGS;
  return { data, store, ...worldFlags('stdio'), ...others };
}
