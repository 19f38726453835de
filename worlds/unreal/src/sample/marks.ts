import type { Vector3 } from '@worldwire/engine';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Rotator, Vector } from '../port/operations.js';
import { locationFromEngine, type Quaternion, rotationFromEngine, scaleFromEngine } from './coordinates.js';
import type { Mark } from './level-map.js';
import type { Library } from './library.js';
import { HIDDEN } from './model/actor-class.js';
import { allOf } from './object-operations.js';
import type { Objects } from './objects.js';
import type { Colour } from './picture/raster.js';
import type { Scene } from './scene.js';
import type { StageActor, StageComponent } from './stage.js';

const TRANSFORM = 'UnityEngine.Transform';
const PLAIN: Colour = [214, 214, 214];
const SELECTED: Colour = [255, 138, 0];
/** Of what has neither a mesh nor a light to be seen by. */
const COLOURS: Readonly<Record<string, Colour>> = {
  CameraActor: [196, 120, 222],
  DirectionalLight: [255, 240, 160],
  Note: [250, 228, 110],
  PlayerStart: [92, 204, 112],
};

interface Place {
  readonly location: Vector;
  readonly rotation: Rotator;
  readonly scale: Vector;
}

export interface MarkParts {
  readonly scene: Scene;
  readonly objects: Objects;
  readonly library: Library;
}

/** What a map shows of an actor; nothing of a hidden one. */
export async function marksOf(
  parts: MarkParts,
  actor: StageActor,
  selected: boolean,
): Promise<readonly Mark[]> {
  const { scene, objects } = parts;
  if ((await objects.actorObject(actor).read(HIDDEN)) === true) return [];
  const seen = await Promise.all(
    actor.components.map(async component => {
      const [place, values] = await Promise.all([
        placeOf(scene, component),
        allOf(objects.componentObject(actor, component.name)),
      ]);
      return componentMarks(parts.library, component, place, values);
    }),
  );
  const marks = seen.flat();
  const { location } = await placeOf(scene, actor);
  const at = { ...location, yaw: 0, height: Number.MAX_VALUE };
  if (marks.length === 0) {
    marks.push({ ...at, colour: COLOURS[actor.class.name] ?? PLAIN, form: { kind: 'dot', pixels: 5 } });
  }
  if (selected) marks.push({ ...at, colour: SELECTED, form: { kind: 'dot', pixels: 3 } });
  return marks;
}

/** Where it is in the level, with all that it is attached to. */
async function placeOf(scene: Scene, { id: object }: { readonly id: string }): Promise<Place> {
  const read = async (name: string) =>
    (await scene.call('member.read', { object, type: TRANSFORM, name })).json;
  const [position, rotation, scale] = await Promise.all([
    read('position'),
    read('rotation'),
    read('lossyScale'),
  ]);
  return {
    location: locationFromEngine(position as Vector3),
    rotation: rotationFromEngine(rotation as Quaternion),
    scale: scaleFromEngine(scale as Vector3),
  };
}

function componentMarks(
  library: Library,
  component: StageComponent,
  { location: { x, y, z }, rotation: { yaw }, scale }: Place,
  values: JsonObject,
): Mark[] {
  if (values.bVisible !== true) return [];
  const mesh = typeof values.StaticMesh === 'string' ? library.find(values.StaticMesh) : undefined;
  if (mesh !== undefined) {
    const [length = 0, width = 0, tall = 0] = mesh.plan.extent ?? [];
    const form = {
      kind: 'box',
      along: length * Math.abs(scale.x),
      across: width * Math.abs(scale.y),
    } as const;
    const colour = surfaceOf(library, values.OverrideMaterials, mesh.plan.properties[0]?.initial);
    return [{ x, y, yaw, height: z + tall * Math.abs(scale.z), colour, form }];
  }
  if (component.class.base !== 'LightComponent' || typeof values.AttenuationRadius !== 'number') return [];
  const { R = 255, G = 255, B = 255 } = values.LightColor as { R?: number; G?: number; B?: number };
  const colour: Colour = [R, G, B];
  const radius = values.AttenuationRadius;
  const shine: Mark['form'] =
    typeof values.OuterConeAngle === 'number'
      ? { kind: 'beam', radius, spread: values.OuterConeAngle }
      : { kind: 'glow', radius };
  const above = Number.MAX_SAFE_INTEGER;
  return [
    { x, y, yaw, height: above, colour, form: shine },
    { x, y, yaw, height: above, colour, form: { kind: 'dot', pixels: 3 } },
  ];
}

/** The colour of the first material that has one: an override, or else what the mesh comes with. */
function surfaceOf(library: Library, ...places: readonly (JsonValue | undefined)[]): Colour {
  for (const [path] of JSON.stringify(places).matchAll(/\/Game\/[^"]+/g)) {
    const surface = library.find(path)?.plan.surface;
    if (surface !== undefined) return surface;
  }
  return PLAIN;
}
