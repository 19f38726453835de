import type { GateState, WorldInfo } from '../api/operator.js';

export interface WorldState {
  readonly kind: 'ready' | 'read-only' | 'stopped' | 'not-ready' | 'lost';
  /** Beside the name of the world, if it is not what people expect. */
  readonly label?: string;
  /** A sentence, with the next step. */
  readonly text: string;
}

/** What a person should know about a world at a glance. `isLost`: the connection of the page to the server. */
export function worldState(
  world: WorldInfo,
  gates: GateState | undefined,
  waiting: number,
  isLost = false,
): WorldState {
  if (isLost)
    return {
      kind: 'lost',
      label: 'lost',
      text: 'The connection to the server is lost: what is shown may be old. The page connects again by itself.',
    };
  const tail = waiting > 0 ? ` ${waiting} ${waiting === 1 ? 'call waits' : 'calls wait'} for approval.` : '';
  const { lost = [] } = world;
  if (lost.length > 0) {
    const which = `${lost.length === 1 ? 'Engine' : 'Engines'} lost: ${lost.join(', ')}.`;
    return {
      kind: 'lost',
      label: lost.length === 1 ? 'engine lost' : `${lost.length} engines lost`,
      text: `${which} ${world.ready ? 'Another one is linked' : `Not ready: ${world.reason ?? 'no reason given'}`}.${tail}`,
    };
  }
  if (!world.ready)
    return {
      kind: 'not-ready',
      label: 'not ready',
      text: `Not ready: ${world.reason ?? 'no reason given'}.${tail}`,
    };
  if (world.ceiling === 'read')
    return {
      kind: 'read-only',
      label: 'read-only',
      text: `Read-only: the server was started without --allow writes.${tail}`,
    };
  if (gates?.allStopped)
    return { kind: 'stopped', label: 'stopped', text: `All writes are stopped. Resume them above.${tail}` };
  if (world.open === 'read')
    return {
      kind: 'stopped',
      label: 'closed',
      text: `The gate for writes is closed. Open it in the panel Server.${tail}`,
    };
  const open = world.open === 'eval' ? 'Writes and code are open' : 'Writes are open';
  return { kind: 'ready', text: `Ready. ${open}.${tail}` };
}
