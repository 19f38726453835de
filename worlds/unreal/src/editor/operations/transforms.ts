import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Rotator, Transform, Vector } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { rotatorOf } from '../../space/quaternion.js';
import { field, numberField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import type { Editor } from './editor.js';
import { laterStep } from './write-steps.js';

/**
 * The transform of an actor. Where functions are blocked, it is read from the properties of the root component, which are
 * the same unless the actor is attached to another.
 */
export async function readTransform(editor: Editor, path: string, job: Job): Promise<Transform> {
  const { functions } = editor;
  return eitherWay(
    async () => {
      const location = await functions.askObject(job, path, 'location');
      const rotation = await functions.askObject(job, path, 'rotation');
      const scale = await functions.askObject(job, path, 'scale');
      return transformOf([location, rotation, scale].map(each => field(each, 'ReturnValue')));
    },
    async () => {
      return readRelative(editor, await rootOf(editor, path, job), job);
    },
  );
}

/** The transform of a component relative to its parent. */
export async function readRelative(editor: Editor, component: string, job: Job): Promise<Transform> {
  const { calls } = editor;
  const [location, rotation, scale] = [
    await calls.read(job, component, 'RelativeLocation'),
    await calls.read(job, component, 'RelativeRotation'),
    await calls.read(job, component, 'RelativeScale3D'),
  ];
  return transformOf([location, rotation, scale]);
}

/**
 * The same in one request. The rotation comes as a quaternion, from which the angles are computed: where a rotation has several triples of
 * angles, they may be others than the editor shows.
 */
export async function readTransformAtOnce(editor: Editor, path: string, job: Job): Promise<Transform> {
  try {
    const answer = field(await editor.functions.askObject(job, path, 'transform'), 'ReturnValue');
    return {
      location: vectorOf(field(answer, 'Translation')),
      rotation: anglesOf(field(answer, 'Rotation')),
      scale: vectorOf(field(answer, 'Scale3D')),
    };
  } catch (thrown) {
    if (!(thrown instanceof Refused) || !['member', 'other', 'route', 'functions'].includes(thrown.why))
      throw thrown;
    return readTransform(editor, path, job);
  }
}

/** Sets the given parts. `before` fills in parts that the editor needs as well. */
export async function writeTransform(
  editor: Editor,
  path: string,
  wanted: Partial<Transform>,
  before: Transform,
  job: Job,
): Promise<void> {
  const { functions, calls } = editor;
  const { location, rotation, scale } = wanted;
  const steps: (() => Promise<unknown>)[] = [];
  if (location !== undefined || rotation !== undefined) {
    const place = {
      NewLocation: vectorJson(location ?? before.location),
      NewRotation: rotatorJson(rotation ?? before.rotation),
      bSweep: false,
      bTeleport: true,
    };
    steps.push(() =>
      eitherWay<unknown>(
        () => functions.actOnObject(job, path, 'place', place),
        async () => {
          const root = await rootOf(editor, path, job);
          await calls.write(job, root, 'RelativeLocation', place.NewLocation);
          await laterStep('The actor was moved.', () =>
            calls.write(job, root, 'RelativeRotation', place.NewRotation),
          );
        },
      ),
    );
  }
  if (scale !== undefined) {
    const size = vectorJson(scale);
    steps.push(() =>
      eitherWay<unknown>(
        () => functions.actOnObject(job, path, 'resize', { NewScale3D: size }),
        async () => calls.write(job, await rootOf(editor, path, job), 'RelativeScale3D', size),
      ),
    );
  }
  const [first, second] = steps;
  await first?.();
  if (second !== undefined) await laterStep('The actor was moved.', second);
}

export function requireTransform({ location, rotation, scale }: Partial<Transform>): void {
  const numbers = [location, rotation, scale].flatMap(each =>
    each === undefined ? [] : Object.values(each),
  );
  if (numbers.every(each => Number.isFinite(each))) return;
  throw new UnrealError(
    'invalid',
    'location, rotation and scale must consist of finite numbers.',
    'Give each axis of location, rotation and scale as a number.',
  );
}

export function vectorJson({ x, y, z }: Vector): JsonObject {
  return { X: x, Y: y, Z: z };
}

export function rotatorJson({ pitch, yaw, roll }: Rotator): JsonObject {
  return { Pitch: pitch, Yaw: yaw, Roll: roll };
}

/** By functions, or else by properties. Where both are refused, the first refusal is thrown. */
async function eitherWay<Result>(
  byFunctions: () => Promise<Result>,
  byProperties: () => Promise<Result>,
): Promise<Result> {
  try {
    return await byFunctions();
  } catch (refused) {
    if (!(refused instanceof Refused) || !['member', 'other', 'route', 'functions'].includes(refused.why))
      throw refused;
    try {
      return await byProperties();
    } catch (thrown) {
      // A missing object is the better reason.
      throw thrown instanceof Refused && thrown.why !== 'object' ? refused : thrown;
    }
  }
}

async function rootOf(editor: Editor, path: string, job: Job): Promise<string> {
  const root = await editor.calls.read(job, path, 'RootComponent');
  if (typeof root === 'string' && root !== '') return root;
  throw new Refused('other', 'failed', `${path} has no root component.`);
}

function transformOf([location, rotation, scale]: readonly (JsonValue | undefined)[]): Transform {
  const [pitch, yaw, roll] = numbersOf(rotation, ['Pitch', 'Yaw', 'Roll']);
  return { location: vectorOf(location), rotation: { pitch, yaw, roll }, scale: vectorOf(scale) };
}

function anglesOf(value: JsonValue | undefined): Rotator {
  const [x, y, z] = numbersOf(value, ['X', 'Y', 'Z']);
  const w = numberField(value, 'W');
  if (w === undefined) throw unreadable();
  return rotatorOf({ x, y, z, w });
}

function vectorOf(value: JsonValue | undefined): Vector {
  const [x, y, z] = numbersOf(value, ['X', 'Y', 'Z']);
  return { x, y, z };
}

function numbersOf(value: JsonValue | undefined, names: readonly string[]): [number, number, number] {
  const numbers = names.map(name => numberField(value, name));
  if (numbers.every(each => each !== undefined)) return numbers as [number, number, number];
  throw unreadable();
}

function unreadable(): Refused {
  return new Refused('other', 'failed', 'The editor returned a transform that cannot be read.');
}
