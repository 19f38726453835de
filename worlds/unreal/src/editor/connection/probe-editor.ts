import { UnrealError } from '../../port/unreal-error.js';
import { EditorCalls } from '../remote/editor-calls.js';
import { DEFAULT_EDITOR_LIMITS, type EditorLimits } from '../remote/editor-settings.js';
import { runJob } from '../remote/job.js';
import { RemoteControl } from '../remote/remote-control.js';
import { median } from './median.js';
import { type EditorProbe, examine, unknownGates } from './probe.js';

export interface ProbeOptions {
  readonly now: () => number;
  readonly passphrase?: string;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<EditorLimits>;
}

const NO_TRACKER = { version: undefined, isClosed: () => false, onClosed: () => {} };

/** Examines an editor once. An editor that does not answer is a finding, not an error. */
export async function probeEditor(
  url: string,
  fetch: typeof globalThis.fetch,
  { now, passphrase, signal = new AbortController().signal, limits }: ProbeOptions,
): Promise<EditorProbe> {
  const remote = new RemoteControl({
    url,
    fetch,
    passphrase,
    limits: { ...DEFAULT_EDITOR_LIMITS, ...limits },
    onNoAnswer: () => {},
  });
  const calls = new EditorCalls(remote, NO_TRACKER, 0);
  try {
    const found = await runJob('probe', { signal }, new Map(), job => examine(calls, job, now));
    const { version: _, samples, ...probe } = found;
    const latencyMs = median(samples);
    return { url: remote.base, ...probe, ...(latencyMs === undefined ? {} : { latencyMs }) };
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || signal.aborted) throw thrown;
    return { url: remote.base, reachable: false, reason: thrown.message, gates: unknownGates(undefined) };
  }
}
