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

/** Of the newest so many requests of our own, the median is what counts as the usual latency. */
const SAMPLES = 5;
const THROTTLED =
  'The editor answers slowly, as it does while another window has the focus. ' +
  'bThrottleCPUWhenNotForeground=False under [/Script/UnrealEd.EditorPerformanceSettings] in ' +
  'Config/DefaultEditorSettings.ini changes that.';

export interface ConnectionOptions {
  readonly url: string;
  readonly calls: (gateTracker: GateTracker) => EditorCalls;
  readonly now: () => number;
  readonly log: Log;
  readonly limits: EditorLimits;
  readonly intervals: EditorIntervals;
  /** Whether operations are at work. */
  readonly busy: () => boolean;
  readonly onState: (state: SourceState) => void;
}

/** Whether the editor is there, what it lets through, and how fast it answers; looked at again and again. */
export class Connection implements GateTracker {
  readonly calls: EditorCalls;
  readonly #options: ConnectionOptions;
  #state: SourceState;
  #probe: EditorProbe | undefined;
  #version: EngineVersion | undefined;
  /** What the last look was answered with; another answer is another editor. */
  #seen: string | undefined;
  #latencies: number[] = [];
  #failures = 0;
  /** A call was not answered as it should: that others are at work is no excuse for the next look. */
  #doubt = false;
  #timer: NodeJS.Timeout | undefined;
  #look: Job | undefined;
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

  /** Resolves when calls make sense, and fails at once when they do not. */
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
    if (gate === 'passphrase') this.#lookNow();
  }

  onNoAnswer(reason: string, certain: boolean): void {
    // A look of our own draws its conclusions itself.
    if (this.#closed || this.#look !== undefined) return;
    if (certain) this.#lose(new UnrealError('gone', reason));
    else this.#lookNow();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#look?.stop('gone', 'The source was closed.');
    this.#become('gone', 'The source was closed.');
  }

  #lookNow(): void {
    this.#doubt = true;
    if (this.#look === undefined) this.#next(0);
  }

  #next(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.#poll(), milliseconds);
  }

  async #poll(): Promise<void> {
    const { busy, intervals, log } = this.#options;
    const doubted = this.#doubt;
    this.#doubt = false;
    this.#look = new Job('the look at the editor');
    try {
      await this.#lookAt(this.#look);
      this.#failures = 0;
    } catch (thrown) {
      if (!(thrown instanceof UnrealError)) log.error({ err: thrown }, 'the look at the editor failed');
      const why = thrown instanceof UnrealError ? thrown : new UnrealError('gone', 'The look at it failed.');
      // An editor does one thing at a time: behind something long of our own, no look is answered.
      if (why.kind !== 'timeout' || !busy() || doubted || !this.#isUsable()) {
        this.#failures++;
        this.#lose(why);
      }
    } finally {
      this.#look = undefined;
    }
    this.#next(Math.min(intervals.longestPoll, intervals.poll * 2 ** Math.max(0, this.#failures - 1)));
  }

  async #lookAt(job: Job): Promise<void> {
    const start = this.#options.now();
    const seen = await this.#glance(job);
    this.#sample([this.#options.now() - start]);
    if (seen !== this.#seen) {
      await this.#examine(job);
      this.#seen = seen;
      if (this.#state.status !== 'connecting') this.#become('back', 'The editor was restarted or came back.');
    }
    const usual = median(this.#latencies) ?? 0;
    if (usual > this.#options.limits.throttledMs) this.#become('throttled', THROTTLED);
    else this.#become('ready');
  }

  /** Any answer of an editor is a sign of life; that it has no such route, or wants a passphrase, is one too. */
  async #glance(job: Job): Promise<string> {
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
    if (!findings.reachable) throw new UnrealError('gone', findings.reason ?? 'This is no editor.');
    const locked = this.#gate('passphrase');
    if (locked?.state === 'closed')
      throw new UnrealError('closed', locked.reason ?? 'A passphrase is needed.');
  }

  #sample(samples: readonly number[]): void {
    this.#latencies = [...this.#latencies, ...samples].slice(-SAMPLES);
  }

  #lose(why: UnrealError): void {
    if (this.#closed) return;
    this.#seen = undefined;
    this.#latencies = [];
    // What an editor said that wants a passphrase tells how to get in.
    if (why.kind !== 'closed') this.#probe = undefined;
    this.#become('gone', why.message);
    if (this.#look === undefined) this.#next(this.#options.intervals.poll);
  }

  #gate(wanted: GateName): Gate | undefined {
    return this.#probe?.gates.find(({ name }) => name === wanted);
  }

  #isUsable(): boolean {
    return this.#state.status === 'ready' || this.#state.status === 'throttled';
  }

  #become(status: SourceStatus, reason?: string): void {
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
