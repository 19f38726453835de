import { type Frame, project } from './frame.js';
import type { MarkPlace } from './mark-layer.js';
import type { OrbitHandle } from './orbit-handles.js';

export interface BodyMark {
  readonly id: string;
  readonly colour: string;
  readonly text: string;
}

const PULSE_MS = 1_600;
const MAX_PULSES = 40;

/** Which bodies have a mark: those that agents touched, and for a moment those that are new. */
export class BodyMarks {
  agents: readonly BodyMark[] = [];
  readonly #pulses = new Map<string, number>();

  /** More bodies at once have none. */
  pulse(added: ReadonlySet<string>, now: number): void {
    if (added.size > MAX_PULSES) return;
    for (const id of added) this.#pulses.set(id, now + PULSE_MS);
  }

  /** Ends the pulses that are over. Returns whether there are others. */
  pulsing(now: number): boolean {
    for (const [id, until] of this.#pulses) if (until < now) this.#pulses.delete(id);
    return this.#pulses.size > 0;
  }

  places(frame: Frame, handles: readonly OrbitHandle[]): MarkPlace[] {
    const places: MarkPlace[] = [];
    const add = (id: string | undefined, kind: string, mark: Partial<MarkPlace> = {}) => {
      const slot = id === undefined ? undefined : frame.space.slots.get(id);
      const shown = slot === undefined ? undefined : project(frame, slot);
      if (shown === undefined) return;
      places.push({ key: `${kind} ${id}`, x: shown.x, y: shown.y, radius: shown.radius, kind, ...mark });
    };
    if (frame.selected >= 0) add(frame.space.ids[frame.selected], 'selected');
    for (const { id, colour, text } of this.agents) add(id, 'agent', { colour, text });
    for (const id of this.#pulses.keys()) add(id, 'pulse');
    for (const { kind, x, y } of handles)
      if (kind === 'axis') places.push({ key: 'handle', x, y, radius: 0, kind: 'handle' });
    return places;
  }
}
