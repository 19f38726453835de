import { callerName } from '@worldwire/protocol';
import { legible } from '@worldwire/server';
import type { StandingApproval } from '@worldwire/server/internal';
import { defineCommand } from '../command-line/command.js';
import type { Values } from '../command-line/flags.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { approvalLines, type ShownApproval, type ShownPage } from '../operator-client/approval-text.js';
import { byPrefix } from '../operator-client/by-prefix.js';
import { connect, nextCommand, SERVER_CHOICE } from '../operator-client/connect.js';
import type { OperatorClient } from '../operator-client/operator-client.js';
import { printPlan } from '../operator-client/plan-pages.js';

/** Characters of a sentence, or of what differs from a plan. */
const MAX_SAID = 2_000;

export const command = defineCommand({
  name: 'approve',
  words: '[show] [id]',
  about:
    'Lists the calls that wait for the approval of a person, shows the whole plan of one, or decides on one. The beginning of an id is enough.',
  flags: {
    deny: { type: 'string', value: 'REASON', about: 'deny the call; the agent gets the reason' },
    minutes: {
      type: 'string',
      value: 'N',
      about: 'approve all calls of this tool by this principal for some minutes, too',
    },
    arguments: {
      type: 'string',
      value: 'JSON',
      about: 'other arguments, all of them: shows their plan, and with its --digest approves it',
    },
    digest: {
      type: 'string',
      value: 'DIGEST',
      about: 'the plan that is approved, as the list, "approve show" or --arguments printed it',
    },
    revoke: { type: 'boolean', about: 'end all approvals that --minutes gave' },
    watch: { type: 'boolean', about: 'show calls as they begin to wait and are decided, until Ctrl+C' },
    ...SERVER_CHOICE,
  },
  examples: [
    'approve',
    'approve show 3f2a',
    'approve 3f2a --digest 5mXq…',
    'approve 3f2a --deny "Use the copy of the scene."',
    'approve 3f2a --digest 5mXq… --minutes 10',
    'approve --watch',
  ],
  async run({ values, words }, shell) {
    const { deny, minutes, arguments: args, digest, watch, revoke, json = false } = values;
    const shows = words[0] === 'show';
    const [id, ...more] = shows ? words.slice(1) : words;
    const decides = [deny, minutes, args, digest].some(value => value !== undefined);
    if (more.length > 0) throw Problem.usage('approve: decide on one call at a time: name one id.');
    if (id === undefined && (decides || shows)) {
      throw Problem.usage('approve: name the id of the call, as "worldwire approve" lists it.');
    }
    if ((watch || revoke) && id !== undefined) {
      throw Problem.usage('approve: --watch and --revoke take no id.');
    }
    if (shows && decides) throw Problem.usage('approve: show decides nothing. Leave the other flags out.');
    const decision = id === undefined ? undefined : readDecision(deny, minutes, args, digest);
    const client = await connect(values, shell);
    if (revoke) return await revokeAll(client, json, shell);
    if (watch) return await follow(client, values, shell);
    const waiting = await client.list<ShownApproval>('approvals');
    if (id === undefined || decision === undefined) {
      list(waiting, await standingOf(client), values, shell);
      return 0;
    }
    const approval = byPrefix(waiting, id, 'call that waits', 'worldwire approve');
    if (shows) await showWhole(client, approval, values, shell);
    else if (args !== undefined && digest === undefined)
      await showEdited(client, approval, args, values, shell);
    else {
      requireDigest(decision, approval, values, shell);
      await decide(client, approval, decision, json, shell);
    }
    return 0;
  },
});

/** Prints the whole plan, and the command that approves it. */
async function showWhole(
  client: OperatorClient,
  approval: ShownApproval,
  values: Values<typeof SERVER_CHOICE>,
  shell: Shell,
): Promise<void> {
  const print = values.json ? () => {} : shell.print;
  print(`${approval.id}  ${legible(approval.tool)} in ${legible(approval.world)}`);
  const digest = await printPlan(client, approval, print);
  if (values.json) return shell.print(JSON.stringify({ id: approval.id, digest }));
  const words = `approve ${approval.id.slice(0, 4)} --digest ${digest}`;
  print(`Approve: ${nextCommand(words, values, shell)}`);
}

/** Prints the plan of other arguments, and how it is approved. */
async function showEdited(
  client: OperatorClient,
  approval: ShownApproval,
  args: string,
  values: Values<typeof SERVER_CHOICE>,
  shell: Shell,
): Promise<void> {
  const body = { arguments: readObject(args) };
  const first = await client.call<ShownPage>('POST', `approvals/${approval.id}/plan`, body);
  const print = values.json ? () => {} : shell.print;
  print(`${approval.id}  ${legible(approval.tool)} in ${legible(approval.world)}, with other arguments`);
  const digest = await printPlan(client, approval, print, first);
  if (values.json) return shell.print(JSON.stringify({ id: approval.id, ...body, digest }));
  print(`Nothing is approved yet. To approve this plan, add to the same command: --digest ${digest}`);
}

/** An approval names the plan that the person saw: the command does not take it from the list. */
function requireDigest(
  decision: object,
  { id }: ShownApproval,
  values: Values<typeof SERVER_CHOICE>,
  shell: Shell,
): void {
  const { approve, digest } = decision as { readonly approve: boolean; readonly digest?: string };
  if (!approve || digest !== undefined) return;
  const show = nextCommand(`approve show ${id.slice(0, 4)}`, values, shell);
  throw Problem.failure(
    `Nothing was approved: an approval names the plan that you saw, with --digest. See all of it, with the command that approves it: ${show}`,
  );
}

function readDecision(
  deny: string | undefined,
  minutes: string | undefined,
  args: string | undefined,
  digest: string | undefined,
): object {
  if (deny !== undefined) {
    if (minutes === undefined && args === undefined && digest === undefined)
      return { approve: false, reason: deny };
    throw Problem.usage('approve: --deny stands alone: a call that is denied does not run.');
  }
  if (minutes !== undefined && !(Number(minutes) > 0)) {
    throw Problem.usage(`approve: --minutes takes a number above 0, not "${minutes}".`);
  }
  return {
    approve: true,
    ...(minutes !== undefined && { forMinutes: Number(minutes) }),
    ...(args !== undefined && { arguments: readObject(args) }),
    ...(digest !== undefined && { digest }),
  };
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw Problem.usage(`approve: --arguments takes a JSON object, such as '{"mass": 2}'.`);
}

function list(
  waiting: readonly ShownApproval[],
  standing: readonly StandingApproval[],
  values: Values<typeof SERVER_CHOICE>,
  shell: Shell,
): void {
  const { print } = shell;
  if (values.json) return print(JSON.stringify({ approvals: waiting, standing }));
  for (const { principal, tool, world, until, by } of standing) {
    const what = `${legible(tool)} in ${legible(world)} by ${legible(principal)}`;
    print(`Approved until ${until.slice(11, 16)} UTC by ${legible(by)}: ${what}.`);
  }
  if (standing.length > 0) print(`End this: ${nextCommand('approve --revoke', values, shell)}\n`);
  if (waiting.length === 0) return print('No call waits for an approval.');
  print(
    waiting.length === 1 ? '1 call waits for an approval.' : `${waiting.length} calls wait for an approval.`,
  );
  for (const each of waiting) show(each, values, shell);
  const [{ id }] = waiting as readonly [ShownApproval, ...ShownApproval[]];
  const deny = `approve ${id.slice(0, 4)} --deny "what to do instead"`;
  print(`${waiting.length === 1 ? '' : '\n'}Deny:    ${nextCommand(deny, values, shell)}`);
}

/** Each call has its own command: the one that is seen last must not be taken for another. */
function show(approval: ShownApproval, values: Values<typeof SERVER_CHOICE>, shell: Shell): void {
  const { print } = shell;
  print('');
  for (const line of approvalLines(approval, Date.now())) print(line);
  const { id, digest, decidable } = approval;
  const short = id.slice(0, 4);
  if (digest === undefined) print(`See all: ${nextCommand(`approve show ${short}`, values, shell)}`);
  else if (decidable) print(`Approve: ${nextCommand(`approve ${short} --digest ${digest}`, values, shell)}`);
}

async function decide(
  client: OperatorClient,
  approval: ShownApproval,
  decision: object,
  json: boolean,
  { print }: Shell,
): Promise<void> {
  const { id, tool, world } = approval;
  await client.call('POST', `approvals/${id}`, decision);
  if (json) return print(JSON.stringify({ id, ...decision }));
  const what = `${[tool, ...aboutIn(approval, decision)].map(each => legible(each)).join(' ')} in ${legible(world)} by ${legible(callerName(approval))}`;
  const { approve, forMinutes } = decision as { readonly approve: boolean; readonly forMinutes?: number };
  if (!approve) return print(`Denied: ${what}. The agent gets the reason.`);
  print(`Approved: ${what}. It runs now, unless the world has changed.`);
  if (forMinutes !== undefined) print(`Further calls of it are approved for ${forMinutes} minutes.`);
}

/** What the call is about. With other arguments that is not known here. */
function aboutIn({ about = {} }: ShownApproval, decision: object): readonly string[] {
  return 'arguments' in decision ? ['with other arguments'] : Object.values(about).map(String);
}

async function standingOf(client: OperatorClient): Promise<readonly StandingApproval[]> {
  const { standing } = await client.call<{ readonly standing: readonly StandingApproval[] }>(
    'GET',
    'approvals?limit=1',
  );
  return standing;
}

async function revokeAll(client: OperatorClient, json: boolean, { print }: Shell): Promise<number> {
  let revoked = 0;
  // A page shows a part of them.
  for (let some = await standingOf(client); some.length > 0; some = await standingOf(client)) {
    for (const { principal, world, tool } of some) {
      await client.call('DELETE', `approvals/standing?${new URLSearchParams({ principal, world, tool })}`);
      revoked++;
    }
  }
  if (json) print(JSON.stringify({ revoked }));
  else print(revoked === 0 ? 'No approval holds for some time.' : `${revoked} ended: each call waits again.`);
  return 0;
}

/** First the stream, then the list: a call that begins to wait in between is in both, and shown once. */
async function follow(
  client: OperatorClient,
  values: Values<typeof SERVER_CHOICE>,
  shell: Shell,
): Promise<number> {
  const { json = false } = values;
  const { print } = shell;
  const shown = new Set<string>();
  const say = (
    event: string,
    approval: ShownApproval & { readonly by?: string; readonly reason?: string },
  ) => {
    const { id, by, reason, sentence } = approval;
    if (event === 'requested' && shown.has(id)) return;
    if (event === 'requested') shown.add(id);
    else shown.delete(id);
    if (json) return print(JSON.stringify({ event, ...approval }));
    if (event === 'requested') return show(approval, values, shell);
    const who = by === undefined ? '' : ` by ${legible(by)}`;
    // What ran, which may be a plan of other arguments than those that were shown.
    const said = reason ?? (event === 'approved' ? sentence : undefined);
    print(`\n${id}  ${event}${who}${said === undefined ? '' : `: ${legible(said, MAX_SAID)}`}`);
  };
  for await (const { event, data } of client.events('approvals/stream')) {
    // The list says more of a call than its event: how long it waits, and whether this person can decide.
    if (event !== 'ready' && (json || event !== 'requested')) {
      say(event, JSON.parse(data));
      continue;
    }
    const waiting = await client.list<ShownApproval>('approvals');
    if (!json && event === 'ready' && waiting.length === 0)
      print('No call waits for an approval. Calls that begin to wait are shown here.');
    for (const each of waiting) say('requested', each);
  }
  throw Problem.failure(
    'The server ended the stream: it stopped, or ended idle streams. Start --watch again.',
  );
}
