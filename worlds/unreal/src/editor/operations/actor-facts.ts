import type { JsonValue } from '@worldwire/protocol';
import type { ActorInfo } from '../../port/operations.js';
import { nameOf, shortClass } from '../../port/unreal-paths.js';
import { listField, textField } from '../remote/fields.js';
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
  const [x, y, z] = numbersIn(item, 'location');
  const [pitch, yaw, roll] = numbersIn(item, 'rotation');
  const [sx, sy, sz] = numbersIn(item, 'scale');
  return {
    path,
    name,
    class: shortClass(textField(item, 'class') ?? ''),
    ...(label === '' || label === name ? {} : { label }),
    location: { x, y, z },
    rotation: { pitch, yaw, roll },
    scale: { x: sx, y: sy, z: sz },
  };
}

function numbersIn(item: JsonValue, name: string): readonly [number, number, number] {
  const numbers = listField(item, name);
  if (numbers.length === 3 && numbers.every(each => typeof each === 'number')) {
    return numbers as [number, number, number];
  }
  throw new Refused('other', 'failed', `The script "actors" returned a ${name} that cannot be read.`);
}
