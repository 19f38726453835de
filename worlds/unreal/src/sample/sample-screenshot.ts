import { randomUUID } from 'node:crypto';
import { encodePng } from '@worldwire/picture';
import type { Picture } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions } from '../port/unreal-source.js';
import { SerialQueue } from '../work/serial-queue.js';
import { marksOf } from './marks.js';
import type { Actor } from './model/model-object.js';
import type { Project } from './model/project-model.js';
import { nameOf } from './model/sample-object-path.js';
import { drawMap, frameAround } from './picture/level-map.js';
import type { Handlers, SampleContext } from './sample-context.js';
import { startSteps } from './steps.js';

const DEFAULT_SIZE = { width: 800, height: 600 };
const MIN_SIDE = 16;
const MAX_SIDE = 4_096;

/** The sample does not render. Its picture is a map, which its description and the log state. */
export function screenshotOperations({ project, log }: SampleContext): Handlers<'screenshot.take'> {
  // A picture of the largest size has 48 MiB before compression.
  const drawing = new SerialQueue('take a screenshot');
  return {
    'screenshot.take': async (
      { width = DEFAULT_SIZE.width, height = DEFAULT_SIZE.height, focus },
      options,
    ) => {
      const size = { width, height };
      for (const [side, pixels] of Object.entries(size)) {
        if (Number.isInteger(pixels) && pixels >= MIN_SIDE && pixels <= MAX_SIDE) continue;
        const range = `Send a whole number from ${MIN_SIDE} to ${MAX_SIDE}, or leave it out.`;
        throw new UnrealError(
          'invalid',
          `The ${side} is ${pixels}. It must be from ${MIN_SIDE} to ${MAX_SIDE}.`,
          range,
        );
      }
      const late = new AbortController();
      const { deadline } = options;
      const timer =
        deadline === undefined ? undefined : setTimeout(() => late.abort(overdue(deadline)), deadline);
      try {
        const signal = AbortSignal.any([options.signal, late.signal]);
        return await drawing.run(randomUUID(), signal, running =>
          draw(size, focus, { ...options, signal: running }),
        );
      } finally {
        clearTimeout(timer);
      }
    },
  };

  async function draw(
    size: typeof DEFAULT_SIZE,
    focus: string | undefined,
    options: CallOptions,
  ): Promise<Picture> {
    const { signal } = options;
    const level = project.openLevel;
    const focused = focus === undefined ? undefined : shownActor(project, focus);
    const onRows = startSteps(options, size.height, 'Drawing the map');
    const actors = project.actors(level.path);
    const own = focused === undefined ? [] : marksOf(project, focused);
    const others = actors.filter(actor => actor !== focused).flatMap(actor => marksOf(project, actor));
    // Nothing covers the actor of the focus.
    const top = own
      .toSorted((a, b) => a.height - b.height)
      .map(mark => ({ ...mark, height: Number.MAX_VALUE }));
    const marks = [...others, ...top];
    const raster = await drawMap(level, marks, size, signal, onRows, frameAround(own));
    const note = `A map of ${nameOf(level.path)} from above, drawn by the sample: +X is up, +Y is to the right. It is not a rendered view.`;
    const data = await encodePng(raster, { description: note, signal });
    log.add('LogWorldwire', 'Display', note);
    const around = focused === undefined ? '' : `${focused.path} in the middle, among `;
    const shows = `${around === '' ? 'The' : `${around}the`} ${actors.length} actors of ${level.path} from above: ${classesOf(actors)}.`;
    return { data, mimeType: 'image/png', ...size, shows, note };
  }
}

/** An actor of the open level that is on the map. */
function shownActor(project: Project, path: string): Actor {
  const actor = project.actor(path);
  const { openLevel } = project;
  if (!project.actors(openLevel.path).includes(actor)) {
    throw new UnrealError(
      'invalid',
      `${actor.path} is not in the open level ${openLevel.path}.`,
      'open_level opens its level; list_actors lists the actors of the open one.',
    );
  }
  if (marksOf(project, actor).length > 0) return actor;
  throw new UnrealError(
    'invalid',
    `${actor.path} is hidden.`,
    'Focus on a visible actor, or leave focus out.',
  );
}

/** "BP_Door_C (2), PointLight (5)". */
function classesOf(actors: readonly Actor[]): string {
  const counts = new Map<string, number>();
  for (const { class: kind } of actors) counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ') || 'none';
}

function overdue(deadline: number): UnrealError {
  return new UnrealError(
    'timeout',
    `The map was not drawn within ${deadline} ms.`,
    'Send a smaller width and height.',
  );
}
