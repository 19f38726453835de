import type { FreecamInfo, Written } from '@worldwire/engine';
import type { Tool } from '@worldwire/server';
import { isNear } from '@worldwire/server/kit';
import { z } from 'zod';
import { engineVector, freecamOf } from '../dto/cards.js';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { sameTurn } from '../writes/orientation.js';
import { changed, type Plan } from '../writes/planned-effect.js';
import { requireReadBack } from '../writes/read-back.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';
import { screenshotTool } from './screenshot-tool.js';

const MIN_SPEED = 0.1;
const MAX_SPEED = 100;

type Freecam = ReturnType<typeof freecamOf>;
type Part = 'Enabled' | 'Speed' | 'Pose';

export function viewTools(parts: ToolParts): readonly Tool[] {
  const { kit, scene, explorer, events } = parts;
  const updated = () => {
    events.resourceUpdated('unity://freecam');
    events.resourceUpdated('unity://camera/active');
  };
  const now = async () => freecamOf(await scene.call('freecam.get', {}));
  const stepOf = kit.restores<{ readonly part: Part }, Freecam>({
    name: 'freecam',
    what: ({ part }) => `${part} of the freecam`,
    read: now,
    same: (a, b, { part }) => samePart(part, a, b),
    set: async (undoing, value, { part }) => {
      await undoing.call('freecam.set', params(part, value));
      updated();
      return undefined;
    },
  });
  /** Sets one part of the freecam. Undo restores this part alone. */
  const set = async (write: Write, part: Part, wanted: Freecam): Promise<Written<Freecam>> => {
    const found = await write.call('freecam.set', params(part, wanted));
    const before = freecamOf(found.before);
    const after = freecamOf(found.after);
    updated();
    return write.wrote(before, after, stepOf({ part }, { from: after, to: before }));
  };
  const planned = async (wanted: Partial<Freecam>): Promise<Plan> => {
    const before = await now();
    // It leaves the game's camera with its first pose of its own.
    const own = wanted.Pos !== undefined || wanted.Enabled === true ? { UsingGameCamera: false } : {};
    const after = { ...before, ...wanted, ...own };
    const items = (Object.keys(after) as (keyof Freecam)[]).flatMap(part =>
      changed(`${part} of the freecam`, before[part], after[part]),
    );
    return { before, after, items };
  };
  return [
    kit.reading({
      name: 'GetCameraInfo',
      title: 'Active camera',
      description: 'Returns the active camera. Angles are in degrees.',
      output: dto.camera,
      run: () => explorer.camera(),
    }),
    kit.reading({
      name: 'MousePick',
      title: 'Pick at a point of the picture',
      description:
        'Returns what is at a point of the picture, by default its middle: mode world the nearest object, with distance and point, mode ui all elements, topmost first.',
      input: z.object({
        mode: z.enum(['world', 'ui']).default('world'),
        x: z.number().optional().describe('Pixels from the left.'),
        y: z.number().optional().describe('Pixels from the top.'),
        normalized: z.boolean().default(false).describe('x and y are from 0 to 1.'),
      }),
      output: dto.pick,
      run: ({ mode, x, y, normalized }, { answerBytes }) =>
        explorer.pick(
          { mode, normalized, ...(x !== undefined && { x }), ...(y !== undefined && { y }) },
          answerBytes,
        ),
    }),
    screenshotTool(parts),
    kit.reading({
      name: 'GetFreecam',
      title: 'Freecam',
      description: 'Returns the state, speed and pose of the freecam.',
      output: dto.freecam,
      run: () => explorer.freecam(),
    }),
    kit.writing({
      name: 'SetFreecamEnabled',
      title: 'Enable the freecam',
      description: 'Enables or disables the freecam.',
      idempotent: true,
      input: z.object({ enabled: z.boolean(), confirm }),
      output: dto.written,
      question: ({ enabled }) => `${enabled ? 'Enable' : 'Disable'} the freecam?`,
      plan: async ({ enabled }) => planned({ Enabled: enabled }),
      run: async ({ enabled }, write) => {
        const values = await set(write, 'Enabled', { ...(await now()), Enabled: enabled });
        requireReadBack('the freecam', values.after.Enabled === enabled, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'SetFreecamSpeed',
      title: 'Set the speed of the freecam',
      description: `Sets the speed of the freecam, clamped to ${MIN_SPEED} to ${MAX_SPEED}.`,
      idempotent: true,
      input: z.object({ speed: z.number(), confirm }),
      output: { ...dto.written, speed: z.number() },
      question: ({ speed }) => `Set the speed of the freecam to ${clamped(speed)}?`,
      plan: async ({ speed }) => {
        const Speed = clamped(speed);
        return { ...(await planned({ Speed })), more: { speed: Speed } };
      },
      run: async ({ speed }, write) => {
        const Speed = clamped(speed);
        const values = await set(write, 'Speed', { ...(await now()), Speed });
        requireReadBack('the speed of the freecam', isNear(values.after.Speed, Speed), values);
        return { ok: true, speed: values.after.Speed, ...values };
      },
    }),
    kit.writing({
      name: 'SetFreecamPose',
      title: 'Place the freecam',
      description: 'Sets position and rotation of the freecam, also while it is off. Angles are in degrees.',
      idempotent: true,
      input: z.object({ pos: dto.vector3.strict(), rot: dto.vector3.strict(), confirm }),
      output: dto.written,
      question: ({ pos: { X, Y, Z } }) => `Place the freecam at (${X}, ${Y}, ${Z})?`,
      plan: async ({ pos, rot }) => planned({ Pos: pos, Rot: rot }),
      run: async ({ pos, rot }, write) => {
        const wanted = { ...(await now()), Pos: pos, Rot: rot };
        const values = await set(write, 'Pose', wanted);
        requireReadBack('the pose of the freecam', samePart('Pose', values.after, wanted), values);
        return { ok: true, ...values };
      },
    }),
  ];
}

function clamped(speed: number): number {
  return Math.min(Math.max(speed, MIN_SPEED), MAX_SPEED);
}

function params(part: Part, { Enabled, Speed, Pos, Rot }: Freecam): Partial<FreecamInfo> {
  if (part === 'Enabled') return { enabled: Enabled };
  return part === 'Speed' ? { speed: Speed } : { position: engineVector(Pos), rotation: engineVector(Rot) };
}

function samePart(part: Part, a: Freecam, b: Freecam): boolean {
  if (part === 'Enabled') return a.Enabled === b.Enabled;
  if (part === 'Speed') return isNear(a.Speed, b.Speed);
  return (
    isNear(a.Pos.X, b.Pos.X) && isNear(a.Pos.Y, b.Pos.Y) && isNear(a.Pos.Z, b.Pos.Z) && sameTurn(a.Rot, b.Rot)
  );
}
