import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { actorOf } from '../../port/given-path.js';
import { materialSlots } from '../../port/material-slots.js';
import type { ActorDetail, ActorLook, Transform } from '../../port/operations.js';
import { assetOf, nameOf, shortClass } from '../../port/unreal-paths.js';
import { pool } from '../../work/pool.js';
import { isRecord, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import { lookIn, relativeIn } from './actor-facts.js';
import { actorClass, pathsIn, unlessRefused } from './actor-info.js';
import type { Editor } from './editor.js';

type Component = ActorDetail['components'][number];

/** Components of one actor that are asked for their mesh without Python. */
const MAX_LOOKS = 16;
const MESHES = ['StaticMesh', 'SkeletalMeshAsset', 'SkinnedAsset', 'SkeletalMesh'];
const DEFAULTS: Transform = {
  location: { x: 0, y: 0, z: 0 },
  rotation: { pitch: 0, yaw: 0, roll: 0 },
  scale: { x: 1, y: 1, z: 1 },
};

/** From one script; without Python from the function that lists them, or else from the properties of the actor. */
export async function componentsOf(
  editor: Editor,
  path: string,
  properties: JsonObject,
  job: Job,
): Promise<readonly Component[]> {
  const told = await toldComponents(editor, path, job);
  if (told !== undefined) return told;
  const listed = await listedComponents(editor, path, job);
  const referred = Object.values(properties)
    .flat()
    .filter(value => typeof value === 'string' && value.startsWith(`${path}.`));
  const paths = [...new Set(listed ?? (referred as string[]))];
  const components = await pool(paths, editor.limits.concurrency, async each => ({
    path: each,
    name: nameOf(each),
    class: await actorClass(editor, each, job),
  }));
  const looks = components.filter(each => /Mesh|Decal/.test(each.class)).slice(0, MAX_LOOKS);
  const found = new Map(
    await pool(
      looks,
      editor.limits.concurrency,
      async each => [each.path, await readLook(editor, each.path, job)] as const,
    ),
  );
  return components.map(each => ({ ...each, ...found.get(each.path) }));
}

/** Undefined where Python is not allowed or fails. */
async function toldComponents(editor: Editor, path: string, job: Job): Promise<Component[] | undefined> {
  if (!editor.connection.isOpen('python')) return undefined;
  try {
    const answer = await editor.python.json(job, 'components', { path });
    const items = listField(answer, 'items');
    // An actor has components; a script that finds none did not find the actor.
    return items.length === 0 ? undefined : items.map(item => componentIn(item, path));
  } catch (thrown) {
    if (refusalIn(thrown) === undefined) throw thrown;
    return undefined;
  }
}

function componentIn(item: JsonValue, actor: string): Component {
  const path = textField(item, 'path') ?? '';
  const parent = textField(item, 'parent') ?? '';
  const isInside = parent !== '' && actorOf(parent)?.toLowerCase() === actor.toLowerCase();
  const relative = changedParts(relativeIn(item));
  return {
    path,
    name: nameOf(path),
    class: shortClass(textField(item, 'class') ?? ''),
    ...(isInside && { parent: nameOf(parent) }),
    ...(relative && { relative }),
    ...lookIn(item),
  };
}

/** Without the parts that have the default of the engine. */
function changedParts(place: Transform | undefined): Partial<Transform> | undefined {
  const parts = Object.entries(place ?? {}).filter(
    ([part, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[part as keyof Transform]),
  );
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

/** From the properties of a component. */
async function readLook(editor: Editor, path: string, job: Job): Promise<ActorLook> {
  const read = await unlessRefused(() => editor.calls.read(job, path));
  if (!isRecord(read)) return {};
  const mesh = MESHES.map(name => read[name]).find(isPath);
  const overrides = read.OverrideMaterials;
  const slots = [...(Array.isArray(overrides) ? overrides : []), read.DecalMaterial];
  const materials = slots.map(each => (isPath(each) ? assetOf(each) : null));
  return { ...(mesh !== undefined && { mesh: assetOf(mesh) }), ...materialSlots(materials) };
}

function isPath(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.startsWith('/');
}

async function listedComponents(editor: Editor, path: string, job: Job): Promise<string[] | undefined> {
  try {
    const parameters = { ComponentClass: '/Script/Engine.ActorComponent' };
    return pathsIn(await editor.functions.askObject(job, path, 'components', parameters));
  } catch (thrown) {
    const without = ['member', 'other', 'route', 'functions'];
    if (thrown instanceof Refused && without.includes(thrown.why)) return undefined;
    throw thrown;
  }
}
