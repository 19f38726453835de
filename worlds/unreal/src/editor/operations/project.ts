import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JsonValue } from '@worldwire/protocol';
import { entriesOf, isOutOfReach } from '../../files/inside-folder.js';
import { readDescriptor } from '../../files/unreadable.js';
import type { ParamsOf, ProjectInfo, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { field, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import type { Editor, Operation } from './editor.js';

type Describe = Operation<ParamsOf<'project.describe'>, ResultOf<'project.describe'>>;

const EXTENSION = /\.uproject$/i;
const UNNAMED = 'an Unreal project';

/** From the .uproject file where it can be read, else from the editor. */
export const describeProject: Describe = async (editor, _, job) => {
  const engineVersion = editor.connection.probe?.engineVersion;
  const known = engineVersion === undefined ? {} : { engineVersion };
  const file = await projectFile(editor.projectFolder);
  if (file !== undefined) return { ...file, ...known };
  return { ...(await fromEditor(editor, job)), ...known };
};

async function projectFile(folder: string | undefined): Promise<ProjectInfo | undefined> {
  if (folder === undefined) return undefined;
  const root = await rootOf(folder);
  if (root === undefined) return undefined;
  const names = (await entriesOf(root)).filter(entry => entry.isFile()).map(entry => entry.name);
  const found = names.sort().find(name => EXTENSION.test(name));
  if (found === undefined) return undefined;
  const name = found.replace(EXTENSION, '');
  try {
    return { ...fromFile(name, await readDescriptor(join(root, found))), folder };
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    return { ...fromFile(name, {}), folder, notes: [thrown.message] };
  }
}

/** The folder without links, or undefined where it cannot be read: then the editor is asked. */
async function rootOf(folder: string): Promise<string | undefined> {
  try {
    return await realpath(folder);
  } catch (thrown) {
    if (isOutOfReach(thrown)) return undefined;
    throw thrown;
  }
}

function fromFile(name: string, content: JsonValue): ProjectInfo {
  const description = textField(content, 'Description');
  const association = textField(content, 'EngineAssociation');
  return {
    name,
    ...(association ? { engineVersion: association } : {}),
    ...(description ? { description } : {}),
    modules: listField(content, 'Modules').flatMap(each => {
      const [moduleName, type] = [textField(each, 'Name'), textField(each, 'Type')];
      return moduleName === undefined ? [] : [{ name: moduleName, ...(type === undefined ? {} : { type }) }];
    }),
    plugins: listField(content, 'Plugins').flatMap(each => {
      const pluginName = textField(each, 'Name');
      return pluginName === undefined ? [] : [{ name: pluginName, enabled: field(each, 'Enabled') === true }];
    }),
  };
}

async function fromEditor(editor: Editor, job: Job): Promise<ProjectInfo> {
  const nothing = { name: UNNAMED, modules: [], plugins: [] };
  if (!editor.connection.isOpen('python')) return nothing;
  try {
    const file = textField(await editor.python.json(job, 'project', {}), 'file') ?? '';
    // The editor may run on another system.
    const place = file.replaceAll('\\', '/');
    if (!EXTENSION.test(place)) return nothing;
    return { ...nothing, name: basename(place).replace(EXTENSION, ''), folder: dirname(place) };
  } catch (thrown) {
    if (thrown instanceof UnrealError && ['closed', 'failed'].includes(thrown.kind) && !job.signal.aborted)
      return nothing;
    throw thrown;
  }
}
