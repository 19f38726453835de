import type { JsonValue } from '@worldwire/protocol';
import { materialSlots } from '../../port/material-slots.js';
import type { ActorInfo, ActorLook, Transform } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { assetOf, nameOf, shortClass } from '../../port/unreal-paths.js';
import { field, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';
import type { Editor } from './editor.js';

/** Actors that one script is asked about. */
export const MAX_PATHS = 500;

/** What Python tells about actors, without those that do not exist any more; undefined where Python is not allowed. */
export async function actorFacts(
  editor: Editor,
  paths: readonly string[],
  job: Job,
): Promise<ActorInfo[] | undefined> {
  if (paths.length === 0 || !editor.connection.isOpen('python')) return undefined;
  const infos: ActorInfo[] = [];
  for (let at = 0; at < paths.length; at += MAX_PATHS) {
    const some = paths.slice(at, at + MAX_PATHS);
    const told = await toldAbout(editor, some, job);
    if (told === undefined) return undefined;
    infos.push(...told);
  }
  return infos;
}

/** An editor whose Python fails is asked without it. */
async function toldAbout(
  editor: Editor,
  paths: readonly string[],
  job: Job,
): Promise<ActorInfo[] | undefined> {
  try {
    const answer = await editor.python.json(job, 'actors', { paths: [...paths] });
    return listField(answer, 'items').map(infoIn);
  } catch (thrown) {
    if (refusalIn(thrown) === undefined) throw thrown;
    editor.log.warn({ err: thrown }, 'Python could not describe actors; they are asked about one by one');
    return undefined;
  }
}

function infoIn(item: JsonValue): ActorInfo {
  const path = textField(item, 'path') ?? '';
  const name = nameOf(path);
  const label = textField(item, 'label') ?? '';
  const [location, rotation, scale] = ['location', 'rotation', 'scale'].map(part => field(item, part));
  const text = (key: string) => told(textField(item, key));
  const [folder, attachedTo, socket] = [text('folder'), text('attachedTo'), text('socket')];
  const [tags, dataLayers] = [textsIn(item, 'tags'), textsIn(item, 'dataLayers')];
  const relative = relativeIn(item);
  const [instanceOf, hlodLayer] = [text('instanceOf'), text('hlodLayer')];
  return {
    path,
    name,
    class: shortClass(textField(item, 'class') ?? ''),
    ...(label === '' || label === name ? {} : { label }),
    ...(folder !== undefined && { folder }),
    ...(tags.length > 0 && { tags }),
    ...placeIn(location, rotation, scale),
    ...(attachedTo !== undefined && { attachedTo }),
    ...(socket !== undefined && { socket }),
    ...(relative !== undefined && { relative }),
    ...lookIn(item),
    ...(instanceOf !== undefined && { instanceOf: enginePackageOf(instanceOf) }),
    ...(dataLayers.length > 0 && { dataLayers }),
    ...(hlodLayer !== undefined && { hlodLayer: enginePackageOf(hlodLayer) }),
  };
}

/** The packages of mesh and materials in what a script told. */
export function lookIn(item: JsonValue): ActorLook {
  const mesh = told(textField(item, 'mesh'));
  const slots = listField(item, 'materials').map(each =>
    typeof each === 'string' && each !== '' ? assetOf(each) : null,
  );
  return { ...(mesh !== undefined && { mesh: assetOf(mesh) }), ...materialSlots(slots) };
}

/** Undefined for what is not attached, or has no place. */
export function relativeIn(item: JsonValue): Transform | undefined {
  const parts = listField(item, 'relative');
  return parts.length === 3 ? placeIn(parts[0], parts[1], parts[2]) : undefined;
}

function placeIn(
  location: JsonValue | undefined,
  rotation: JsonValue | undefined,
  scale: JsonValue | undefined,
): Transform {
  const [x, y, z] = numbersIn(location);
  const [pitch, yaw, roll] = numbersIn(rotation);
  const [sx, sy, sz] = numbersIn(scale);
  return { location: { x, y, z }, rotation: { pitch, yaw, roll }, scale: { x: sx, y: sy, z: sz } };
}

/** An empty name is "None". */
function told(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === 'None' ? undefined : text;
}

function textsIn(item: JsonValue, name: string): string[] {
  return listField(item, name).filter(each => typeof each === 'string' && each !== '') as string[];
}

function numbersIn(value: JsonValue | undefined): readonly [number, number, number] {
  if (Array.isArray(value) && value.length === 3 && value.every(each => typeof each === 'number')) {
    return value as [number, number, number];
  }
  throw new Refused('other', 'failed', 'A script returned a transform that cannot be read.');
}
