import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { getJson } from '../api/http.js';
import { Failure } from '../explorer/failure.js';
import { pollVisible } from '../explorer/poll.js';
import { Untrusted } from '../text/untrusted.js';
import { Empty } from '../ui/empty.js';
import type { Page } from './cards.js';
import type { SceneStore } from './scene-store.js';

const MAX_CALLS = 200;
const LIVE_MS = 1_000;

interface Hook {
  readonly Signature: string;
  readonly Enabled: boolean;
}

interface Call {
  readonly n: number;
  readonly time: number;
  readonly frame: number;
  readonly path?: string;
  readonly object?: string;
  readonly args: unknown;
}

/** The hooks, and the recorded calls of one. */
export function HooksPanel({
  store,
  closed,
}: {
  readonly store: SceneStore;
  readonly closed: string | undefined;
}) {
  const hooks = useSignal<readonly Hook[] | undefined>(undefined);
  const chosen = useSignal<string | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  useSignalEffect(() => {
    void store.hooksChanged.value;
    getJson<Page<Hook>>(
      `${encodeURIComponent(store.world)}/read?uri=${encodeURIComponent(store.uriOf('hooks?limit=200'))}`,
    ).then(
      ({ Items }) => {
        hooks.value = Items;
        failure.value = undefined;
      },
      thrown => {
        failure.value = thrown;
      },
    );
  });
  if (hooks.value?.length === 0)
    return (
      <Empty
        title="No method is hooked"
        text="Types that may be hooked are in hookAllowlistSignatures of mcp.config.json. An agent adds a hook with this call:"
        command={'HookAdd {"type":"Worldwire.Spawner","method":"Spawn"}'}
      />
    );
  return (
    <>
      <Failure thrown={failure.value} />
      <ul class="scene-hooks" data-testid="hooks">
        {hooks.value?.map(({ Signature, Enabled }) => (
          <li key={Signature}>
            <input
              type="checkbox"
              aria-label={`Enable ${Signature}`}
              checked={Enabled}
              disabled={closed !== undefined}
              title={closed}
              onChange={event => void setEnabled(Signature, event.currentTarget.checked)}
            />
            <button
              type="button"
              class="ui-button"
              aria-pressed={chosen.value === Signature}
              onClick={() => {
                chosen.value = chosen.value === Signature ? undefined : Signature;
              }}
            >
              <Untrusted text={Signature} max={160} />
            </button>
          </li>
        ))}
      </ul>
      {chosen.value !== undefined && <Calls key={chosen.value} store={store} signature={chosen.value} />}
    </>
  );

  async function setEnabled(signature: string, enabled: boolean): Promise<void> {
    try {
      await store.call('HookSetEnabled', { signature, enabled, confirm: true });
    } catch (thrown) {
      failure.value = thrown;
    }
  }
}

function Calls({ store, signature }: { readonly store: SceneStore; readonly signature: string }) {
  const calls = useSignal<readonly Call[]>([]);
  const count = useSignal(0);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    let since: number | undefined;
    return pollVisible(async () => {
      try {
        const answer = await store.call<{ count: number; calls: readonly Call[]; next: number }>(
          'HookGetCalls',
          {
            signature,
            limit: MAX_CALLS,
            ...(since !== undefined && { since }),
          },
        );
        since = answer.next;
        count.value = answer.count;
        if (answer.calls.length > 0) calls.value = [...calls.peek(), ...answer.calls].slice(-MAX_CALLS);
        failure.value = undefined;
      } catch (thrown) {
        failure.value = thrown;
      }
      return LIVE_MS;
    });
  }, [signature]);
  return (
    <div class="scene-calls" data-testid="hook-calls">
      <Failure thrown={failure.value} />
      <p class="explorer-note">{count.value} calls were recorded.</p>
      <table>
        <thead>
          <tr>
            <th>call</th>
            <th>time</th>
            <th>frame</th>
            <th>object</th>
            <th>arguments</th>
          </tr>
        </thead>
        <tbody>
          {[...calls.value].reverse().map(({ n, time, frame, path, object, args }) => (
            <tr key={n}>
              <td>{n}</td>
              <td>{time}</td>
              <td>{frame}</td>
              <td>
                <Untrusted text={path ?? object ?? ''} max={80} />
              </td>
              <td>
                <Untrusted text={JSON.stringify(args) ?? ''} max={200} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
