import type { ProfileInfo, Spread } from '@worldwire/engine';
import { encodeWithin, TimeSlices } from '@worldwire/picture';
import { image, type Tool, ToolAnswer } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { short } from '../dto/cards.js';
import * as dto from '../dto/schemas.js';
import { frameChart } from '../pictures/frame-chart.js';
import { withProgress } from '../play/progress.js';
import type { ToolParts } from './parts.js';

const MAX_SECONDS = 30;
const DEFAULT_SECONDS = 2;
const SECOND_MS = 1_000;
const MORE_MS = 10_000;
const MAX_REASON = 120;
const MAX_SCRIPTS = 10;
const SLOW_MS = 1_000 / 30;
/** The longest frame is a hitch if it takes this many times as long as 95 of 100 frames. */
const HITCH = 2;
/** Up to 50 frames in a second and more nothing is to be improved. */
const FAST_MS = 20;

export function profileTool({ kit, scene, places }: ToolParts): Tool {
  return kit.reading({
    name: 'ProfileScene',
    title: 'Profile the scene',
    description:
      'Measures the scene for some seconds: times of frames with percentiles, scripts, physics, drawing and memory, as figures and as a chart.',
    input: z.object({ seconds: z.number().min(0.1).max(MAX_SECONDS).default(DEFAULT_SECONDS) }),
    output: dto.profile,
    run: async ({ seconds }, context) => {
      const ms = seconds * SECOND_MS;
      const reading = places.profiles.run(context.principal, () =>
        scene.call('profile.read', { seconds }, { deadline: ms + MORE_MS, signal: context.signal }),
      );
      const info = await context.waiting(
        withProgress(context, { ms, message: 'The scene is measured.' }, reading),
      );
      const facts = factsOf(info);
      if (info.samples.length === 0) return facts;
      const chart = frameChart(info);
      const { data, mimeType } = await encodeWithin(
        () => chart,
        { format: 'png' },
        new TimeSlices(context.signal),
      );
      return new ToolAnswer([image(data, mimeType)], { structured: facts });
    },
  });
}

function factsOf(info: ProfileInfo): object {
  const { seconds, frames, frameMs, samples: _, missing, processMs, physicsMs, scripts, ...figures } = info;
  return {
    ok: true,
    summary: summaryOf(info),
    seconds: short(seconds),
    frames,
    fps: short(frames / Math.max(seconds, 1e-9)),
    frameMs: shortSpread(frameMs),
    ...(processMs !== undefined && { processMs: shortSpread(processMs) }),
    ...(physicsMs !== undefined && { physicsMs: shortSpread(physicsMs) }),
    ...figures,
    ...(scripts !== undefined && {
      scripts: scripts.slice(0, MAX_SCRIPTS).map(({ name, calls, selfMs, totalMs }) => ({
        name: cutText(name, MAX_REASON),
        calls,
        selfMs: short(selfMs),
        totalMs: short(totalMs),
      })),
    }),
    ...(missing.length > 0 && { missing: missingOf(missing) }),
  };
}

/** Fields that are missing for the same reason stand together. */
function missingOf(missing: ProfileInfo['missing']): object {
  const fields = new Map<string, string>();
  for (const { field, reason } of missing) {
    const known = fields.get(reason);
    fields.set(reason, known === undefined ? field : `${known}, ${field}`);
  }
  return Object.fromEntries([...fields].map(([reason, names]) => [names, cutText(reason, MAX_REASON)]));
}

/** What matters, in a few sentences. */
function summaryOf({
  frameMs,
  samples,
  processMs,
  physicsMs,
  scripts,
  seconds,
  frames,
}: ProfileInfo): string {
  if (frames === 0) return 'No frame was drawn in this time: the scene may be paused or minimised.';
  const slow = samples.filter(ms => ms > SLOW_MS * 1.05).length;
  const rate = `${(frames / seconds).toFixed(1)} frames per second; p95 ${frameMs.p95.toFixed(1)} ms, longest ${frameMs.max.toFixed(1)} ms.`;
  const late = slow === 0 ? '' : ` ${slow} of ${samples.length} frames took more than 33 ms.`;
  const isSlow = frameMs.p95 > FAST_MS;
  const hasHitch = frameMs.max > Math.max(SLOW_MS * 1.05, HITCH * frameMs.p95);
  if (!isSlow && !hasHitch) return `${rate}${late}`;
  const parts = [
    ...(processMs === undefined ? [] : [{ name: 'scripts', ms: processMs }]),
    ...(physicsMs === undefined ? [] : [{ name: 'physics', ms: physicsMs }]),
  ];
  const usual = isSlow ? usualCause(frameMs.p95, parts) : '';
  const hitch = hasHitch ? hitchCause(frameMs.max, parts) : '';
  const [slowest] = scripts ?? [];
  const script =
    slowest === undefined
      ? ''
      : ` Slowest script: ${cutText(slowest.name, 80)}, ${slowest.selfMs.toFixed(1)} ms in all.`;
  return `${rate}${late}${usual}${hitch}${script}`;
}

interface Part {
  readonly name: string;
  readonly ms: Spread;
}

function usualCause(p95: number, parts: readonly Part[]): string {
  const [most] = parts.toSorted((a, b) => b.ms.p95 - a.ms.p95);
  if (most === undefined) return '';
  if (most.ms.p95 > p95 / 2) return ` Most of it is ${most.name} (p95 ${most.ms.p95.toFixed(1)} ms).`;
  return ' Scripts and physics take less than half of a usual frame: drawing or waiting for the screen takes the rest.';
}

/** Of a frame that percentiles leave out. */
function hitchCause(longest: number, parts: readonly Part[]): string {
  const [most] = parts.toSorted((a, b) => b.ms.max - a.ms.max);
  if (most === undefined) return '';
  if (most.ms.max > longest / 2)
    return ` The longest frame is a hitch of ${most.name}, which took up to ${most.ms.max.toFixed(1)} ms.`;
  const times = parts.map(({ name, ms }) => `${name} took ${ms.max.toFixed(1)} ms`).join(' and ');
  return ` The longest frame is a hitch of something else: in any frame ${times} at most.`;
}

function shortSpread({ min, mean, p50, p95, p99, max }: Spread): Spread {
  return {
    min: short(min),
    mean: short(mean),
    p50: short(p50),
    p95: short(p95),
    p99: short(p99),
    max: short(max),
  };
}
