import { callerName } from '@worldwire/protocol';
import { readAuditKey } from '../audit/audit-key.js';
import { type AuditFilter, type AuditRecord, outcomeOf } from '../audit/audit-record.js';
import { defineCommand } from '../command-line/command.js';
import type { Values } from '../command-line/flags.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';

const DEFAULT_LIMIT = 50;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const FLAGS = {
  data: SERVER_FLAGS.data,
  principal: { type: 'string', value: 'NAME', about: 'only records of this principal' },
  world: { type: 'string', value: 'NAME', about: 'only records of this world' },
  tool: {
    type: 'string',
    value: 'NAME',
    about: 'only records of this tool, or of a route such as "POST /universes"',
  },
  outcome: {
    type: 'string',
    value: 'WORD',
    about: 'only records with this outcome: begun, done, failed, denied, invalid, cancelled, asked, unknown',
  },
  since: { type: 'string', value: 'TIME', about: 'only calls since a time, such as 2026-11-16T15:00 or 2h' },
  until: { type: 'string', value: 'TIME', about: 'only calls until a time' },
  limit: {
    type: 'string',
    value: 'N',
    about: 'records of a page, 1 to 1000',
    fallback: String(DEFAULT_LIMIT),
  },
  before: { type: 'string', value: 'CURSOR', about: 'the page before the one that named this cursor' },
  follow: { type: 'boolean', about: 'also prints new records, until it is stopped' },
  'audit-key': SERVER_FLAGS['audit-key'],
  from: { type: 'string', value: 'N', about: 'with verify: the first record that must be there' },
  json: SERVER_FLAGS.json,
  ...CONFIG_FLAG,
} as const;

export const command = defineCommand({
  name: 'audit',
  words: '[verify]',
  about:
    'Prints the last records of the audit. With "verify": checks that no record was changed, removed or reordered.',
  flags: FLAGS,
  examples: [
    'audit --principal ann --since 2h',
    'audit --follow --json',
    'audit verify --audit-key /etc/worldwire/audit.key',
  ],
  async run({ values, words }, shell) {
    const [what, ...more] = words;
    if (more.length > 0 || (what !== undefined && what !== 'verify'))
      throw Problem.usage(
        `audit: "${words.join(' ')}" is not known. Write "worldwire audit" or "worldwire audit verify".`,
      );
    const { data, config, json = false, 'audit-key': key } = values;
    const given = {
      ...(data !== undefined && { data }),
      ...(config !== undefined && { config }),
      ...(key !== undefined && { 'audit-key': key }),
    };
    const settings = await readSettings({ values: given, words: [] }, shell.environment);
    if (what === 'verify')
      return verify(settings.data, settings.auditKey, numberOf('from', values.from, 1), json, shell);
    return show(settings.data, values, json, shell);
  },
});

async function verify(
  data: string,
  keyFile: string | undefined,
  from: number,
  json: boolean,
  { print }: Shell,
): Promise<number> {
  const { verifyAudit } = await import('../audit/verify-audit.js');
  const key = readAuditKey(keyFile);
  const { records, chains, problems, incidents } = await verifyAudit(data, {
    from,
    ...(key !== undefined && { key }),
  });
  const ok = problems.length === 0;
  if (json) {
    print(JSON.stringify({ ok, data, records, chains, problems, incidents }));
    return ok ? 0 : 1;
  }
  for (const { chain, seq, what } of incidents) print(`note   ${chain}  record ${seq}: ${what}`);
  for (const { chain, torn } of chains)
    if (torn > 0)
      print(`note   ${chain}  the last line is not complete (${torn} bytes): the next start cuts it off`);
  for (const { segment, line, seq, problem } of problems)
    print(`fail   ${segment}${line === undefined ? '' : `  line ${line}`}  record ${seq}: ${problem}`);
  if (!ok) return 1;
  for (const { chain, segments, records: count, first, last, keyed } of chains)
    print(
      `ok     ${chain}  ${count} records (${first} to ${last}), segments: ${segments}${keyed ? ', with the key' : ''}`,
    );
  if (chains.length === 0) print(`ok     ${data} has no audit yet`);
  return 0;
}

async function show(
  data: string,
  values: Values<typeof FLAGS>,
  json: boolean,
  { print }: Shell,
): Promise<number> {
  const { readAudit } = await import('../audit/read-audit.js');
  const limit = numberOf('limit', values.limit, DEFAULT_LIMIT);
  const filter = filterOf(values);
  const records: AuditRecord[] = [];
  let before = values.before;
  let newest: string | undefined;
  do {
    // A page may be short because its filter had to read much.
    const page = await readAudit(data, {
      limit: limit - records.length,
      filter,
      ...(before !== undefined && { before }),
    });
    records.push(...page.records);
    before = page.older;
    newest ??= page.newest;
  } while (before !== undefined && records.length < limit);
  const write = (record: AuditRecord) => print(json ? JSON.stringify(record) : lineOf(record));
  for (const record of records.reverse()) write(record);
  if (values.follow) {
    const [{ followAudit }, { codeAfter, stopSignal }] = await Promise.all([
      import('../audit/follow-audit.js'),
      import('../process/stop-signal.js'),
    ]);
    const stop = new AbortController();
    const stopped = stopSignal().then(signal => {
      stop.abort();
      return signal;
    });
    await followAudit(data, write, {
      filter,
      signal: stop.signal,
      ...(newest !== undefined && { after: newest }),
    });
    return codeAfter(await stopped);
  }
  if (json) {
    if (before !== undefined) print(JSON.stringify({ older: before }));
  } else if (records.length === 0) print('No records match.');
  else if (before !== undefined) print(`Older records: add --before ${before}`);
  return 0;
}

function lineOf(record: AuditRecord): string {
  const {
    at,
    principal = '-',
    client,
    world = '-',
    tool,
    what,
    about,
    approver,
    argumentsDigest,
    askedDigest,
    details,
    ms,
    revision,
    seq,
    chain,
    count,
  } = record;
  const parts = [
    at,
    outcomeOf(record).padEnd(9),
    callerName({ principal, client }).padEnd(10),
    world.padEnd(9),
    tool ?? what ?? '',
    ...(about === undefined ? [] : [Object.values(about).join(' ')]),
    ...(approver === undefined ? [] : [`approved by ${approver}`]),
    ...(askedDigest === undefined ? [] : [`arguments ${argumentsDigest} instead of ${askedDigest}`]),
    ...(details === undefined ? [] : [JSON.stringify(details)]),
    ...(count === undefined ? [] : [`count ${count}`]),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...(ms === undefined ? [] : [`${ms} ms`]),
    `#${chain === 'audit' ? '' : `${chain}:`}${seq}`,
  ];
  return parts.join('  ');
}

function filterOf({ principal, world, tool, outcome, since, until }: Values<typeof FLAGS>): AuditFilter {
  return {
    ...(principal !== undefined && { principal }),
    ...(world !== undefined && { world }),
    ...(tool !== undefined && { tool }),
    ...(outcome !== undefined && { outcome }),
    ...(since !== undefined && { since: timeOf('since', since) }),
    ...(until !== undefined && { until: timeOf('until', until) }),
  };
}

/** A date, or how long ago: 30s, 15m, 2h, 7d. */
function timeOf(flag: string, text: string): number {
  const [, number, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const time =
    number === undefined ? Date.parse(text) : Date.now() - Number(number) * (UNITS[unit] as number);
  if (!Number.isNaN(time)) return time;
  throw Problem.usage(
    `audit: --${flag} ${text} is not a time. Write 2026-11-16, 2026-11-16T15:00:00Z, or 30s, 15m, 2h or 7d ago.`,
  );
}

function numberOf(flag: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const max = flag === 'limit' ? 1_000 : Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw Problem.usage(
    `audit: --${flag} ${text} must be a whole number from 1${flag === 'limit' ? ' to 1000' : ''}.`,
  );
}
