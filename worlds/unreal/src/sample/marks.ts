import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { HIDDEN } from './model/engine-classes.js';
import type { Actor, Component } from './model/model-object.js';
import type { Project } from './model/project-model.js';
import type { Mark } from './picture/level-map.js';
import { box, type Colour, disc, wedge } from './picture/raster.js';
import { placeOf } from './place.js';

const PLAIN: Colour = [214, 214, 214];
const SELECTED: Colour = [255, 138, 0];
/** The colours of actors without a mesh or a light. */
const COLOURS: Readonly<Record<string, Colour>> = {
  CameraActor: [196, 120, 222],
  DirectionalLight: [255, 240, 160],
  Note: [250, 228, 110],
  PlayerStart: [92, 204, 112],
};
const LIGHT_HEIGHT = Number.MAX_SAFE_INTEGER;
/** Thin objects stay visible. */
const MIN_HALF_WIDTH = 0.75;

/** The marks of an actor on the map; none for a hidden actor. */
export function marksOf(project: Project, actor: Actor): readonly Mark[] {
  if (actor.get(HIDDEN) === true) return [];
  const marks = actor.components.flatMap(each => componentMarks(project, each));
  const { x, y } = placeOf(actor.root).location;
  const top = { x, y, height: Number.MAX_VALUE, opacity: 1 };
  if (marks.length === 0) marks.push({ ...top, colour: COLOURS[actor.class.name] ?? PLAIN, shape: dot(5) });
  if (project.selection.includes(actor)) marks.push({ ...top, colour: SELECTED, shape: dot(3) });
  return marks;
}

function componentMarks(project: Project, component: Component): Mark[] {
  const values = component.all();
  if (values.bVisible !== true) return [];
  const { location, yaw, scale } = placeOf(component);
  const { x, y } = location;
  const mesh = typeof values.StaticMesh === 'string' ? project.findAsset(values.StaticMesh) : undefined;
  if (mesh !== undefined) {
    const [length = 0, width = 0, tall = 0] = mesh.plan.extent ?? [];
    const [along, across] = [length * Math.abs(scale.x), width * Math.abs(scale.y)];
    const height = location.z + tall * Math.abs(scale.z);
    const colour = surfaceOf(project, values.OverrideMaterials, mesh.object.all());
    const shape: Mark['shape'] = (left, top, zoom) =>
      box(left, top, Math.max(MIN_HALF_WIDTH, along * zoom), Math.max(MIN_HALF_WIDTH, across * zoom), yaw);
    return [{ x, y, height, colour, opacity: 1, shape }];
  }
  const { AttenuationRadius: radius, OuterConeAngle: spread } = values;
  if (typeof radius !== 'number') return [];
  const { R = 255, G = 255, B = 255 } = values.LightColor as { R?: number; G?: number; B?: number };
  const colour: Colour = [R, G, B];
  const shine: Pick<Mark, 'opacity' | 'shape'> =
    typeof spread === 'number'
      ? { opacity: 0.4, shape: (left, top, zoom) => wedge(left, top, radius * zoom, yaw, spread) }
      : { opacity: 0.16, shape: (left, top, zoom) => disc(left, top, radius * zoom) };
  return [
    { x, y, height: LIGHT_HEIGHT, colour, ...shine },
    { x, y, height: LIGHT_HEIGHT, colour, opacity: 1, shape: dot(3) },
  ];
}

/** A disc of the same size at any scale. */
function dot(pixels: number): Mark['shape'] {
  return (x, y) => disc(x, y, pixels);
}

/** The colour of the first material that has one: an override, or a material of the mesh. */
function surfaceOf(project: Project, overrides: JsonValue | undefined, mesh: JsonObject): Colour {
  for (const [path] of JSON.stringify([overrides, mesh]).matchAll(/\/Game\/[^"]+/g)) {
    const surface = project.findAsset(path)?.plan.surface;
    if (surface !== undefined) return surface;
  }
  return PLAIN;
}
