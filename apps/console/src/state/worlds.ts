import { computed, signal } from '@preact/signals';
import { type GateState, listWorlds, readGates, setStopped, type WorldInfo } from '../api/operator.js';
import { onRecords } from './audit-feed.js';

const REFRESH_MS = 5_000;

/** The worlds of the server. Undefined before the first answer. */
export const worlds = signal<readonly WorldInfo[] | undefined>(undefined);
export const gates = signal<GateState | undefined>(undefined);
/** Whether all writes are stopped. */
export const allStopped = computed(() => gates.value?.allStopped === true);

/** Reads worlds and gates, again after each change of a gate. Whether a world is ready has no stream: that is asked every five seconds. */
export function followWorlds(onFailure: (thrown: unknown) => void): () => void {
  let failed = false;
  const refresh = () => {
    if (document.hidden) return;
    refreshWorlds().then(
      () => {
        failed = false;
      },
      thrown => {
        if (!failed) onFailure(thrown);
        failed = true;
      },
    );
  };
  const timer = setInterval(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh);
  const end = onRecords(records => {
    if (records.some(({ kind }) => kind === 'gate')) refresh();
  });
  refresh();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
    end();
  };
}

export async function refreshWorlds(): Promise<void> {
  const [found, state] = await Promise.all([listWorlds(), readGates()]);
  // In the order of their start, as the gates have them.
  const order = new Map(state.worlds.map(({ world }, index) => [world, index]));
  worlds.value = found.toSorted((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  gates.value = state;
}

/** Stops or resumes writes, and shows what is open then. */
export async function stopWrites(stopped: boolean, principal?: string): Promise<void> {
  gates.value = await setStopped(stopped, principal);
  worlds.value = await listWorlds().then(found => {
    const order = new Map(gates.peek()!.worlds.map(({ world }, index) => [world, index]));
    return found.toSorted((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  });
}
