import { type Frame, project } from './frame.js';

export interface Seen {
  readonly slot: number;
  readonly apparent: number;
}

export interface Candidate {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly depth: number;
  readonly priority: number;
}

export interface Survey {
  /** Bodies with a surface or a glow, the largest on the picture first. */
  readonly near: readonly Seen[];
  /** Bodies that may get a label. */
  readonly labels: readonly Candidate[];
  /** Bodies whose orbits are drawn, and how strongly. */
  readonly orbits: readonly { readonly slot: number; readonly alpha: number }[];
  /** Stars on the picture. */
  readonly lit: number;
}

const MAX_NEAR = 40;
const MAX_LABELS = 120;
const MAX_ORBITS = 300;
/** In a universe with more bodies, stars that are mere points compete for few labels and have no glow of their own. */
const CROWD = 400;
const WEIGHTS = [5, 4, 3, 2, 2.4, 1, 5] as const;
const STAR = 0;
const BLACK_HOLE = 6;

/** Looks at every body once and chooses what is drawn in detail. */
export function survey(frame: Frame, boost: ReadonlyMap<number, number>, focus = -1): Survey {
  const { space, camera, right, up, back, width, height, pixels, selected } = frame;
  const { root, own, local, radius, parent, axis, kind, mass, end } = space;
  const near = new Best<Seen>(MAX_NEAR);
  const labels = new Best<Candidate>(MAX_LABELS);
  const orbits = new Best<{ slot: number; alpha: number }>(MAX_ORBITS);
  const crowded = space.size > CROWD;
  let lit = 0;
  const base = camera.root * 3;
  const [bx, by, bz] = camera.root < 0 ? [0, 0, 0] : [own[base]!, own[base + 1]!, own[base + 2]!];
  // Close to a planet the orbits of the other planets are lines without a meaning.
  const context = (slot: number) => {
    const shown = (Math.log10(frame.distance / axis[slot]!) + 3.4) / 1.8;
    return Math.max(slot === focus ? 0.3 : 0, Math.min(1, shown));
  };
  for (let slot = 0; slot < end; slot++) {
    if (radius[slot]! < 0) continue;
    const [at, top] = [slot * 3, root[slot]! * 3];
    const x = own[top]! - bx + (local[at]! - camera.x);
    const y = own[top + 1]! - by + (local[at + 1]! - camera.y);
    const z = own[top + 2]! - bz + (local[at + 2]! - camera.z);
    const far = Math.sqrt(x * x + y * y + z * z);
    const apparent = (radius[slot]! / far) * pixels;
    const lights = kind[slot] === STAR || kind[slot] === BLACK_HOLE;
    const chosen = slot === selected;
    if (apparent > 1.2 || (lights && (!crowded || apparent > 0.2)) || (kind[slot] === 4 && !crowded))
      near.offer(apparent, { slot, apparent });
    const wide = (axis[slot]! / far) * pixels;
    if (axis[slot] !== 0 && wide > 9 && (parent[slot]! >= 0 || chosen)) {
      const alpha = chosen
        ? 1
        : Math.min(0.8, (wide - 9) / 40) * (kind[slot] === 3 ? 0.4 : 1) * context(slot);
      orbits.offer(chosen ? 1e9 : WEIGHTS[kind[slot]!]! + Math.min(wide, 2_000) / 4_000, { slot, alpha });
    }
    const extra = boost.get(slot) ?? 0;
    if (parent[slot]! >= 0 && wide < 13 && extra === 0) continue;
    const depth = -(x * back[0] + y * back[1] + z * back[2]);
    if (!(depth > 0)) continue;
    const sx = width / 2 + ((x * right[0] + y * right[1] + z * right[2]) / depth) * pixels;
    const sy = height / 2 - ((x * up[0] + y * up[1] + z * up[2]) / depth) * pixels;
    if (sx < -20 || sy < -20 || sx > width + 20 || sy > height + 20) continue;
    if (lights) lit++;
    const priority =
      WEIGHTS[kind[slot]!]! + extra + 0.3 * Math.log10(apparent + 1e-6) + 0.06 * Math.log10(mass[slot]! + 1);
    labels.offer(priority, { slot, x: sx, y: sy, radius: apparent, depth, priority });
  }
  return { near: near.items(), labels: labels.items(), orbits: orbits.items(), lit };
}

/** A survey of so many bodies takes a good part of a frame. */
const MANY = 5_000;
const KEEP_MS = 200;

/** Looks at every body, but not in each frame while the camera moves among many: what was chosen is shown where it is now. */
export class Surveyor {
  #last: { readonly survey: Survey; readonly ms: number } | undefined;

  /** The bodies are others. */
  reset(): void {
    this.#last = undefined;
  }

  look(
    frame: Frame,
    boost: ReadonlyMap<number, number>,
    focus: number | undefined,
    movingMs?: number,
  ): Survey {
    const last = this.#last;
    if (movingMs !== undefined && last !== undefined && movingMs - last.ms < KEEP_MS)
      if (frame.space.size > MANY) return shifted(frame, last.survey);
    const now = survey(frame, boost, focus);
    this.#last = movingMs === undefined ? undefined : { survey: now, ms: movingMs };
    return now;
  }
}

function shifted(frame: Frame, { near, labels, orbits, lit }: Survey): Survey {
  return {
    near: near.flatMap(({ slot }) => {
      const shown = project(frame, slot);
      return shown === undefined ? [] : [{ slot, apparent: shown.radius }];
    }),
    labels: labels.flatMap(label => {
      const shown = project(frame, label.slot);
      return shown === undefined ? [] : [{ ...label, ...shown }];
    }),
    orbits,
    lit,
  };
}

/** The items with the highest scores. */
class Best<Item> {
  #kept: { readonly score: number; readonly item: Item }[] = [];
  #least = Number.NEGATIVE_INFINITY;

  constructor(readonly max: number) {}

  offer(score: number, item: Item): void {
    if (score <= this.#least) return;
    this.#kept.push({ score, item });
    if (this.#kept.length >= this.max * 4) this.#cut();
  }

  items(): Item[] {
    this.#cut();
    return this.#kept.map(({ item }) => item);
  }

  #cut(): void {
    this.#kept.sort((one, other) => other.score - one.score);
    if (this.#kept.length <= this.max) return;
    this.#kept.length = this.max;
    this.#least = this.#kept.at(-1)!.score;
  }
}
