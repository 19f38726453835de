import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedItem } from '@worldwire/server';
import { expect } from 'vitest';
import { callTool, Reading, resultOf, type ToolResult } from './client.js';
import { OperatorAt } from './operator.js';
import { Program, run, temporaryFolder } from './program.js';

/** A call that waits, as the operator's interface shows it. */
export interface Waiting {
  readonly id: string;
  readonly tool: string;
  readonly principal: string;
  readonly arguments: string;
  readonly changes?: string;
  readonly sentence?: string;
  readonly totals?: Readonly<Record<'removes' | 'overwrites' | 'changes' | 'adds', number>>;
  readonly items?: readonly PlannedItem[];
  readonly cut?: { readonly shown: number; readonly total: number };
  readonly unlisted?: number;
  readonly undo?: string;
  readonly destructive: boolean;
  readonly about?: Readonly<Record<string, string | number>>;
  /** Not of a cut plan. */
  readonly digest?: string;
  readonly position: number;
  readonly editable: boolean;
  readonly decidable: boolean;
}

/** A record of the audit, as `worldwire audit --json` prints it. */
export interface AuditRecordLine {
  readonly kind?: string;
  readonly what?: string;
  readonly principal?: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly operationKey?: string;
  readonly approver?: string;
  readonly approval?: string;
  readonly planDigest?: string;
  readonly argumentsDigest?: string;
  readonly askedDigest?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  readonly arguments?: string;
  readonly access?: string;
  readonly details?: {
    readonly id: string;
    readonly planDigest: string;
    readonly reason?: string;
    readonly for?: string;
  };
}

export interface ServedOptions {
  readonly flags?: readonly string[];
  /** Lines of the token file after the usual ones. */
  readonly tokens?: string;
  readonly limits?: object;
  /** The folder of an earlier server. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const USUAL_TOKENS = ['agent write', 'other write', 'coder eval', 'ann approve', 'op operate approve'];

export function tokenOf(name: string): string {
  return `token-of-${name}-0123456789`;
}

/** The real program with one world, two agents, a coder, and the person ann who approves. */
export class ApprovedServer {
  readonly ann: OperatorAt;

  private constructor(
    readonly program: Program,
    readonly cwd: string,
    readonly url: string,
  ) {
    this.ann = new OperatorAt(new URL(url).origin, tokenOf('op'));
  }

  static async start(
    world: string,
    { flags = [], tokens = '', limits = {}, cwd, env = {} }: ServedOptions = {},
  ): Promise<ApprovedServer> {
    const folder = cwd ?? (await temporaryFolder());
    const lines = USUAL_TOKENS.map(line => line.replace(/^(\w+)/, name => `${name} ${tokenOf(name)}`));
    await writeFile(join(folder, 'tokens'), `${lines.join('\n')}\n${tokens}`, { mode: 0o600 });
    await writeFile(join(folder, 'worldwire.json'), JSON.stringify({ limits }));
    const usual = ['--port', '0', '--json', '--data', 'data', '--token-file', 'tokens', '--store', 'sqlite'];
    const args = ['serve', world, ...usual, '--config', 'worldwire.json', ...flags];
    const program = new Program(args, { cwd: folder, env });
    return new ApprovedServer(program, folder, await program.url());
  }

  send(name: string, args: object, principal = 'agent'): Promise<ToolResult> {
    return callTool(this.url, name, args, { token: tokenOf(principal) }).then(resultOf);
  }

  /** The calls that wait, once there are as many as the test expects. */
  async waiting(count: number): Promise<readonly Waiting[]> {
    let listed: readonly Waiting[] = [];
    const total = async () => {
      const page = await this.ann.get('approvals');
      listed = page.approvals;
      return page.total;
    };
    await expect.poll(total).toBe(count);
    return [...listed].sort((a, b) => a.position - b.position);
  }

  /** The call of a tool that is the last to wait, when `count` wait. */
  async lastOf(count: number): Promise<Waiting> {
    return (await this.waiting(count)).at(-1) as Waiting;
  }

  /** Decides on a call. An approval without a digest names the plan that the list shows, or that of its other arguments. */
  async decide(id: string, decision: object = { approve: true }): Promise<number> {
    return this.ann.status('POST', `approvals/${id}`, await this.#named(id, decision));
  }

  async #named(
    id: string,
    decision: { approve?: boolean; digest?: string; arguments?: object },
  ): Promise<object> {
    if (decision.approve !== true || decision.digest !== undefined) return decision;
    if (decision.arguments !== undefined) {
      const { digest } = await this.planOf(id, decision.arguments);
      return { ...decision, ...(digest !== undefined && { digest }) };
    }
    return { ...decision, ...(await shownDigest(this.ann, id)) };
  }

  /** All that a plan names, read page by page as a person reads it. The total also has what it only counts. */
  async readPlan(id: string): Promise<{ items: readonly PlannedItem[]; total: number; digest: string }> {
    const items: PlannedItem[] = [];
    for (let offset: number | undefined = 0; ; ) {
      const page = await this.ann.get(`approvals/${id}/plan?offset=${offset}`);
      items.push(...page.items);
      offset = page.nextOffset;
      if (offset === undefined) return { items, total: page.total, digest: page.digest };
    }
  }

  /** The plan of other arguments, or the error. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
  async planOf(id: string, args: object): Promise<any> {
    return (await this.ann.send('POST', `approvals/${id}/plan`, { arguments: args })).json();
  }

  async stream(): Promise<Reading> {
    const stream = new Reading(await this.ann.send('GET', 'approvals/stream'));
    await stream.until('event: ready');
    return stream;
  }

  /** The last 1,000 records, the oldest first, by the command. */
  audit(): Promise<readonly AuditRecordLine[]> {
    return auditOf(this.cwd);
  }
}

/** The digest of a call that waits, as the list has it. */
export async function shownDigest(api: OperatorAt, id: string): Promise<{ readonly digest?: string }> {
  const { approvals } = await api.get('approvals?limit=1000');
  const { digest } = approvals.find((each: Waiting) => each.id === id) ?? {};
  return digest === undefined ? {} : { digest };
}

export async function auditOf(cwd: string): Promise<readonly AuditRecordLine[]> {
  const { stdout } = await run(['audit', '--json', '--limit', '1000', '--data', 'data'], { cwd });
  const lines = stdout.split('\n').filter(line => line !== '');
  return lines.map(line => JSON.parse(line) as AuditRecordLine);
}

export function textOf({ content }: ToolResult): string {
  return content.map(({ text }) => text).join('\n');
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
export function factsOf({ structuredContent }: ToolResult): any {
  return structuredContent;
}
