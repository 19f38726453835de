import type { JsonValue } from '@worldwire/protocol';
import type { Reference } from '../../port/reference-list.js';
import { EXTERNAL, levelOfFile } from '../../port/special-packages.js';
import { nameOf } from '../../port/unreal-paths.js';
import { listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import type { Editor } from './editor.js';

/** Files of one call of Python, so that the editor is not blocked for long. */
const MAX_AT_ONCE = 500;

/** The files of single actors as the actors that they contain; other packages as they are. Needs Python. */
export async function asActors<Item extends Reference>(
  editor: Editor,
  items: readonly Item[],
  job: Job,
): Promise<Item[]> {
  const files = [...new Set(items.map(({ path }) => path).filter(path => EXTERNAL.test(path)))];
  const actors = new Map<string, Pick<Reference, 'path' | 'actor'>>();
  for (let at = 0; at < files.length; at += MAX_AT_ONCE) {
    const answer = await editor.python.json(job, 'owners', { paths: files.slice(at, at + MAX_AT_ONCE) });
    for (const each of listField(answer, 'items')) {
      const path = textField(each, 'path') ?? '';
      const named = actorIn(each, path);
      if (named !== undefined) actors.set(path, named);
    }
  }
  return items.map(item => ({ ...item, ...actors.get(item.path) }));
}

/** Without the files of the actors of a level, which are parts of it. */
export function withoutOwnFiles(paths: readonly string[], level: string): string[] {
  return paths.filter(path => levelOfFile(path)?.toLowerCase() !== level.toLowerCase());
}

function actorIn(item: JsonValue, file: string): Pick<Reference, 'path' | 'actor'> | undefined {
  const level = levelOfFile(file);
  const name = textField(item, 'name') ?? '';
  if (level === undefined || name === '') return undefined;
  const label = textField(item, 'label') || name;
  const className = (textField(item, 'class') ?? '').replace(/_C$/, '');
  return {
    path: `${level}.${nameOf(level)}:PersistentLevel.${nameOf(name)}`,
    actor: `${level}: ${label}${className === '' ? '' : ` (${className})`}`,
  };
}
