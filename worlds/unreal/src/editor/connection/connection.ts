import type { Log } from '@worldwire/server';
import { UnrealError } from '../../port/unreal-error.js';
import type { Gate, SourceState, SourceStatus } from '../../port/unreal-source.js';
import type { EngineVersion } from '../gates/engine-version.js';
import { asInstruction, type GateName } from '../gates/gates.js';
import type { EditorCalls, GateTracker } from '../remote/editor-calls.js';
import type { EditorIntervals, EditorLimits } from '../remote/editor-settings.js';
import { field } from '../remote/fields.js';
import { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { median } from './median.js';
import { type EditorProbe, examine } from './probe.js';

/** Requests whose median is the usual latency. */
const SAMPLES = 5;
const THROTTLED =
  'The editor answers slowly, as it does while another window has the focus. To change that, add ' +
  'bThrottleCPUWhenNotForeground=False under [/Script/UnrealEd.EditorPerformanceSettings] in ' +
  'Config/DefaultEditorSettings.ini.';

export interface ConnectionOptions {
  readonly url: string;
  readonly calls: (gateTracker: GateTracker) => EditorCalls;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: EditorLimits;
  readonly intervals: EditorIntervals;
  /** Whether operations are running. */
  readonly busy: () => boolean;
  readonly onState: (state: SourceState) => void;
}

/** Polls whether the editor answers, which gates are open, and how fast it is. */
export class Connection implements GateTracker {
  readonly calls: EditorCalls;
  readonly #options: ConnectionOptions;
  #state: SourceState;
  #probe: EditorProbe | undefined;
  #version: EngineVersion | undefined;
  /** The answer to the last check; another answer means another editor. */
  #identity: string | undefined;
  #latencies: number[] = [];
  #failures = 0;
  /** A call failed: running operations do not excuse a timeout of the next check. */
  #doubt = false;
  #timer: NodeJS.Timeout | undefined;
  #check: Job | undefined;
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.calls = options.calls(this);
    this.#state = { status: 'connecting', since: this.#at() };
    this.#next(0);
  }

  get state(): SourceState {
    return this.#state;
  }

  get probe(): EditorProbe | undefined {
    return this.#probe;
  }

  get version(): EngineVersion | undefined {
    return this.#version;
  }

  /** Resolves when the editor can be called; rejects while it is gone. */
  async usable(): Promise<void> {
    while (this.#state.status === 'connecting') {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    if (this.#state.status !== 'gone') return;
    const locked = this.#gate('passphrase');
    const reason = this.#state.reason ?? 'The editor is gone.';
    if (locked?.state === 'closed' && !this.#closed)
      throw new UnrealError('closed', reason, asInstruction(locked.opens));
    throw new UnrealError('gone', reason, this.#closed ? undefined : 'Start the editor and try again.');
  }

  isOpen(gate: GateName): boolean {
    return this.#gate(gate)?.state === 'open';
  }

  isClosed(gate: GateName): boolean {
    return this.#gate(gate)?.state === 'closed';
  }

  onClosed(gate: GateName, said: string): void {
    if (this.#probe === undefined) return;
    const gates = this.#probe.gates.map(each =>
      each.name === gate ? { ...each, state: 'closed' as const, reason: said } : each,
    );
    this.#probe = { ...this.#probe, gates };
    if (gate === 'passphrase') this.#checkNow();
  }

  onNoAnswer(reason: string, certain: boolean): void {
    // A running check handles this itself.
    if (this.#closed || this.#check !== undefined) return;
    if (certain) this.#markGone(new UnrealError('gone', reason));
    else this.#checkNow();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#check?.stop('gone', 'The source was closed.');
    this.#setState('gone', 'The source was closed.');
  }

  #checkNow(): void {
    this.#doubt = true;
    if (this.#check === undefined) this.#next(0);
  }

  #next(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#poll(), milliseconds);
  }

  async #poll(): Promise<void> {
    const { busy, intervals, log } = this.#options;
    const doubted = this.#doubt;
    this.#doubt = false;
    this.#check = new Job('check of the editor');
    try {
      await this.#runCheck(this.#check);
      this.#failures = 0;
    } catch (thrown) {
      if (!(thrown instanceof UnrealError)) log.error({ err: thrown }, 'the check of the editor failed');
      const why =
        thrown instanceof UnrealError ? thrown : new UnrealError('gone', 'The check of the editor failed.');
      // An editor does one thing at a time: a long operation delays the check.
      if (why.kind !== 'timeout' || !busy() || doubted || !this.#isUsable()) {
        this.#failures++;
        this.#markGone(why);
      }
    } finally {
      this.#check = undefined;
    }
    this.#next(Math.min(intervals.longestPoll, intervals.poll * 2 ** Math.max(0, this.#failures - 1)));
  }

  async #runCheck(job: Job): Promise<void> {
    const start = this.#options.now();
    const identity = await this.#identify(job);
    this.#sample([this.#options.now() - start]);
    if (identity !== this.#identity) {
      await this.#examine(job);
      this.#identity = identity;
      if (this.#state.status !== 'connecting')
        this.#setState('back', 'The editor was restarted or answers again.');
    }
    const usual = median(this.#latencies) ?? 0;
    if (usual > this.#options.limits.throttledMs) this.#setState('throttled', THROTTLED);
    else this.#setState('ready');
  }

  /** A refusal is an answer, too. */
  async #identify(job: Job): Promise<string> {
    try {
      const info = await this.calls.info(job);
      return JSON.stringify(field(info, 'HttpRoutes') ?? info) ?? '';
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.message;
      throw thrown;
    }
  }

  async #examine(job: Job): Promise<void> {
    const { url, now } = this.#options;
    const { version, samples, ...findings } = await examine(this.calls, job, now);
    this.#latencies = [];
    this.#sample(samples);
    const latencyMs = median(this.#latencies);
    this.#version = version;
    this.#probe = { url, ...findings, ...(latencyMs === undefined ? {} : { latencyMs }) };
    if (!findings.reachable)
      throw new UnrealError('gone', findings.reason ?? 'This is not an Unreal Editor.');
    const locked = this.#gate('passphrase');
    if (locked?.state === 'closed')
      throw new UnrealError('closed', locked.reason ?? 'A passphrase is needed.');
  }

  #sample(samples: readonly number[]): void {
    this.#latencies = [...this.#latencies, ...samples].slice(-SAMPLES);
  }

  #markGone(why: UnrealError): void {
    if (this.#closed) return;
    this.#identity = undefined;
    this.#latencies = [];
    // The findings of an editor that needs a passphrase say how to connect.
    if (why.kind !== 'closed') this.#probe = undefined;
    this.#setState('gone', why.message);
    if (this.#check === undefined) this.#next(this.#options.intervals.poll);
  }

  #gate(wanted: GateName): Gate | undefined {
    return this.#probe?.gates.find(({ name }) => name === wanted);
  }

  #isUsable(): boolean {
    return this.#state.status === 'ready' || this.#state.status === 'throttled';
  }

  #setState(status: SourceStatus, reason?: string): void {
    const { status: before, reason: known, since } = this.#state;
    if (before === status && known === reason) return;
    this.#state = {
      status,
      since: before === status ? since : this.#at(),
      ...(reason === undefined ? {} : { reason }),
    };
    this.#options.log.info({ status, reason }, 'the editor');
    this.#options.onState(this.#state);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #at(): string {
    return new Date(this.#options.now()).toISOString();
  }
}
