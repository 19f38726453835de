import type { FreecamInfo, Written } from '@worldwire/engine';
import { image, type Tool, ToolAnswer, text } from '@worldwire/server';
import { isNear } from '@worldwire/server/kit';
import { z } from 'zod';
import { engineVector, freecamOf } from '../dto/cards.js';
import { confirm } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { sameTurn } from '../writes/orientation.js';
import { requireReadBack } from '../writes/read-back.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const CAPTURE_MS = 20_000;
const MIN_SPEED = 0.1;
const MAX_SPEED = 100;

const side = z.int().min(16).max(4096).describe('Pixels; the size of the window by default.');

type Freecam = ReturnType<typeof freecamOf>;
type Part = 'Enabled' | 'Speed' | 'Pose';

export function viewTools({ kit, scene, explorer, events }: ToolParts): readonly Tool[] {
  const changed = () => {
    events.resourceUpdated('unity://freecam');
    events.resourceUpdated('unity://camera/active');
  };
  /** Sets one part of the freecam. Undo restores this part alone. */
  const set = async (write: Write, part: Part, wanted: Freecam): Promise<Written<Freecam>> => {
    const found = await write.call('freecam.set', params(part, wanted));
    const before = freecamOf(found.before);
    const after = freecamOf(found.after);
    const values = write.wrote(before, after, {
      restores: params(part, before),
      changed: async () => !samePart(part, freecamOf(await scene.call('freecam.get', {})), after),
      restore: async undoing => {
        const back = await undoing.call('freecam.set', params(part, before));
        changed();
        requireReadBack('the freecam', samePart(part, freecamOf(back.after), before), back);
        return { before: freecamOf(back.before), after: freecamOf(back.after) };
      },
    });
    changed();
    return values;
  };
  const now = async () => freecamOf(await scene.call('freecam.get', {}));
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
        'Returns what is at a point of the picture: mode world gives the nearest object, mode ui all elements, topmost first. Without x and y it picks the middle.',
      input: z.object({
        mode: z.enum(['world', 'ui']).default('world'),
        x: z.number().optional().describe('Pixels from the left.'),
        y: z.number().optional().describe('Pixels from the top.'),
        normalized: z.boolean().default(false).describe('Whether x and y are from 0 to 1 instead of pixels.'),
      }),
      output: dto.pick,
      run: ({ mode, x, y, normalized }) =>
        explorer.pick({ mode, normalized, ...(x !== undefined && { x }), ...(y !== undefined && { y }) }),
    }),
    kit.reading({
      name: 'Screenshot',
      title: 'Picture of the scene',
      description: 'Returns an image of what the camera sees. Unsupported by an engine without a display.',
      input: z.object({ width: side.optional(), height: side.optional() }),
      output: dto.screenshot,
      run: async ({ width, height }) => {
        const wanted = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
        const { data, ...picture } = await scene.call('view.capture', wanted, { deadline: CAPTURE_MS });
        const facts = {
          ok: true,
          mimeType: picture.mimeType,
          width: picture.width,
          height: picture.height,
          sizeBytes: Buffer.byteLength(data, 'base64'),
        };
        const content = [text(JSON.stringify(facts)), image(data, picture.mimeType)];
        return new ToolAnswer(content, { structured: facts });
      },
    }),
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
      run: async ({ speed }, write) => {
        const Speed = Math.min(Math.max(speed, MIN_SPEED), MAX_SPEED);
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
      input: z.object({ pos: dto.vector3, rot: dto.vector3, confirm }),
      output: dto.written,
      run: async ({ pos, rot }, write) => {
        const wanted = { ...(await now()), Pos: pos, Rot: rot };
        const values = await set(write, 'Pose', wanted);
        requireReadBack('the pose of the freecam', samePart('Pose', values.after, wanted), values);
        return { ok: true, ...values };
      },
    }),
  ];
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
