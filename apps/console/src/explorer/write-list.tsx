import { useSignal } from '@preact/signals';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Failure } from './failure.js';

/** One write of a world's journal. */
export interface WriteRow {
  readonly revision: number;
  readonly at: string;
  readonly principal: string;
  readonly what: string;
  readonly object?: string;
  readonly before: string;
  readonly after: string;
  readonly outcome: string;
  readonly error?: string;
  readonly canUndo: boolean;
}

interface Props {
  readonly writes: readonly WriteRow[];
  /** Why writes are not possible. */
  readonly closed: string | undefined;
  readonly onShow: (object: string) => void;
  readonly onUndo: (revision: number) => Promise<unknown>;
}

/** The writes of a world, the newest first. */
export function WriteList({ writes, closed, onShow, onUndo }: Props) {
  const failure = useSignal<unknown>(undefined);
  const busy = useSignal<number | undefined>(undefined);
  return (
    <>
      <Failure thrown={failure.value} />
      <ol class="explorer-writes" data-testid="writes">
        {writes.map(({ revision, at, principal, what, object, before, after, outcome, error, canUndo }) => (
          <li key={revision} data-outcome={outcome}>
            <code>{revision}</code>
            <span class="ui-muted">{new Date(at).toLocaleTimeString([], { hour12: false })}</span>
            <AgentName name={principal} />
            <b>
              <Untrusted text={what} max={80} />
            </b>
            {object !== undefined && (
              <button type="button" class="ui-button" onClick={() => onShow(object)}>
                <Untrusted text={nameOf(object)} max={40} />
              </button>
            )}
            <span class="explorer-change">
              <Untrusted text={before} max={70} /> → <Untrusted text={after} max={70} />
            </span>
            {outcome !== 'done' && (
              <span class={`ui-badge ui-badge-${outcome === 'undone' ? 'ok' : 'danger'}`}>
                <Untrusted text={error === undefined ? outcome : `${outcome}: ${error}`} max={80} />
              </span>
            )}
            {canUndo && (
              <button
                type="button"
                class="ui-button explorer-push"
                data-testid={`undo-${revision}`}
                disabled={closed !== undefined || busy.value !== undefined}
                title={closed}
                onClick={() => void undo(revision)}
              >
                Undo
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  );

  async function undo(revision: number): Promise<void> {
    busy.value = revision;
    failure.value = undefined;
    try {
      await onUndo(revision);
    } catch (thrown) {
      failure.value = thrown;
    } finally {
      busy.value = undefined;
    }
  }
}

function nameOf(object: string): string {
  const last = Math.max(object.lastIndexOf('/'), object.lastIndexOf('.'), object.lastIndexOf(':'));
  return (object.startsWith('/') && object.slice(last + 1)) || object;
}
