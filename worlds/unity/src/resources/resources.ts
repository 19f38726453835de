import {
  type Completer,
  type Resource,
  resource,
  type Template,
  template,
  WorldError,
} from '@worldwire/server';
import { z } from 'zod';
import * as inputs from '../dto/inputs.js';
import { pageFrom } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { type Explorer, requireText } from '../scene/explorer.js';
import type { ScriptFolder } from '../scripts/script-folder.js';
import type { LogBook } from '../state/log-book.js';

const TYPE = 'application/json';
const ALL = { limit: 500, offset: 0 };
const MAX_COMPLETED = 100;

export interface ResourceParts {
  readonly explorer: Explorer;
  readonly logs: LogBook;
  readonly scripts: ScriptFolder;
}

export type Variables = Readonly<Record<string, string>>;

/** One kind of resource: where it is, what it says, and how it is found out. */
export interface Source {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** The fields of what it gives. */
  readonly output: z.ZodRawShape;
  /** Words that may stand in one of its places. */
  readonly complete?: Readonly<Record<string, () => Promise<readonly string[]>>>;
  look(variables: Variables): object | Promise<object>;
}

/** Every resource of the interface, in the order of its specification. */
export function sources({ explorer, logs, scripts }: ResourceParts): readonly Source[] {
  const id = (variables: Variables) => read(z.object({ id: inputs.objectId }), { id: variables.id }).id;
  return [
    {
      uri: 'unity://status',
      name: 'status',
      description: 'Which engine runs, whether it is ready, and what is selected.',
      output: dto.status,
      look: () => explorer.status(),
    },
    {
      uri: 'unity://scenes{?limit,offset}',
      name: 'scenes',
      description: 'The loaded scenes, and the two that outlive them.',
      output: dto.pageShape(dto.scene),
      look: query => explorer.scenes(read(inputs.pages, query)),
    },
    {
      uri: 'unity://scene/{sceneId}/objects{?limit,offset}',
      name: 'scene-objects',
      description: 'The objects of a scene, such as scn:0.',
      output: dto.pageShape(dto.objectCard),
      complete: { sceneId: async () => (await explorer.scenes(ALL)).Items.map(({ Id }) => Id) },
      look: query => explorer.objects(read(inputs.listObjects, query)),
    },
    {
      uri: 'unity://object/{id}',
      name: 'object',
      description: 'The card of an object, such as obj:12.',
      output: dto.objectCard,
      look: variables => explorer.object(id(variables)),
    },
    {
      uri: 'unity://object/{id}/components{?limit,offset}',
      name: 'object-components',
      description: 'The components of an object.',
      output: dto.pageShape(dto.componentCard),
      look: ({ id: objectId, ...query }) =>
        explorer.components(read(inputs.listOfObject, { objectId, ...query })),
    },
    {
      uri: 'unity://object/{id}/component/members{?type,includeMethods,limit,offset}',
      name: 'component-members',
      description: 'The fields and properties of a component, and its methods with includeMethods=true.',
      output: dto.pageShape(dto.member),
      look: ({ id: objectId, type, ...query }) =>
        explorer.members(
          read(inputs.listMembers, { objectId, componentType: requireText('type', type), ...query }),
        ),
    },
    {
      uri: 'unity://object/{id}/component/member{?type,name}',
      name: 'component-member',
      description: 'The value of one member of a component.',
      output: dto.memberValue,
      look: ({ id: objectId, type, name }) =>
        explorer.member(
          read(inputs.readMember, {
            objectId,
            componentType: requireText('type', type),
            name: requireText('name', name),
          }),
        ),
    },
    {
      uri: 'unity://object/{id}/children{?limit,offset}',
      name: 'object-children',
      description: 'The direct children of an object.',
      output: dto.pageShape(dto.objectCard),
      look: ({ id: objectId, ...query }) =>
        explorer.children(read(inputs.listOfObject, { objectId, ...query })),
    },
    {
      uri: 'unity://search{?query,name,type,path,activeOnly,limit,offset}',
      name: 'search',
      description: 'Objects of all scenes by parts of name, path and component type.',
      output: dto.pageShape(dto.objectCard),
      look: query => explorer.search(read(inputs.searchObjects, query)),
    },
    {
      uri: 'unity://selection',
      name: 'selection',
      description: 'The inspected objects, and the one looked at.',
      output: dto.selection,
      look: () => explorer.selection(),
    },
    {
      uri: 'unity://clipboard',
      name: 'clipboard',
      description: 'What is in the clipboard.',
      output: dto.clipboard,
      look: () => explorer.clipboard(),
    },
    {
      uri: 'unity://camera/active',
      name: 'camera',
      description: 'The camera through which the scene is seen.',
      output: dto.camera,
      look: () => explorer.camera(),
    },
    {
      uri: 'unity://freecam',
      name: 'freecam',
      description: 'The state, speed and pose of the freecam.',
      output: dto.freecam,
      look: () => explorer.freecam(),
    },
    {
      uri: 'unity://logs/tail{?count}',
      name: 'logs',
      description: 'The newest lines of the log, oldest first.',
      output: dto.logTail,
      look: query => logs.tail(read(inputs.tailLogs, query).count),
    },
    {
      uri: 'unity://console/scripts{?limit,offset}',
      name: 'scripts',
      description: 'The files of the Scripts folder.',
      output: dto.pageShape(dto.scriptCard),
      look: async query => pageFrom(await scripts.list(), read(inputs.pages, query), file => file),
    },
    {
      uri: 'unity://console/script{?path}',
      name: 'script',
      description: 'The content of one script.',
      output: dto.scriptFile,
      complete: { path: async () => (await scripts.list()).map(({ Path }) => Path) },
      look: ({ path }) => scripts.read(requireText('path', path)),
    },
    {
      uri: 'unity://hooks{?limit,offset}',
      name: 'hooks',
      description: 'The hooks that were added, and whether they are on.',
      output: dto.pageShape(dto.hook),
      look: query => explorer.hooks(read(inputs.pages, query)),
    },
  ];
}

/** Those that can be read as they are, without a word put in or added. */
export function staticResources(all: readonly Source[], read: Reading): readonly Resource[] {
  return all.filter(readsAsItIs).map(source => {
    const { name, description } = source;
    return resource({
      uri: plainUri(source),
      name,
      description,
      mimeType: TYPE,
      read: () => read(source, {}),
    });
  });
}

export function templates(all: readonly Source[], read: Reading): readonly Template[] {
  return all
    .filter(({ uri }) => uri.includes('{'))
    .map(source => {
      const { uri: uriTemplate, name, description } = source;
      return template({
        uriTemplate,
        name,
        description,
        mimeType: TYPE,
        complete: completers(source),
        read: variables => read(source, variables),
      });
    });
}

function completers({ complete = {} }: Source): Readonly<Record<string, Completer>> {
  const completer =
    (words: () => Promise<readonly string[]>): Completer =>
    async value =>
      (await words()).filter(word => word.startsWith(value)).slice(0, MAX_COMPLETED);
  return Object.fromEntries(Object.entries(complete).map(([name, words]) => [name, completer(words)]));
}

/** All of them as `list_resources` shows them: the interface lists those with names in them too. */
export function resourceList(all: readonly Source[]): readonly object[] {
  return all.map(source => {
    const { name, description } = source;
    return { uri: readsAsItIs(source) ? plainUri(source) : source.uri, name, description, mimeType: TYPE };
  });
}

const NEEDS_WORDS = /\{\w/;

function readsAsItIs({ uri, name }: Source): boolean {
  return !NEEDS_WORDS.test(uri) && name !== 'script';
}

function plainUri({ uri }: Source): string {
  return uri.split('{', 1)[0] as string;
}

type Reading = (source: Source, variables: Variables) => Promise<string>;

/** Reads what came in an address by the schema of the tool that takes the same: texts become what they mean. */
function read<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined>,
): z.output<Schema> {
  const meant = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, meaning(schema.shape[name], value as string)]);
  const parsed = schema.strict().safeParse(Object.fromEntries(meant));
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new WorldError('InvalidArgument', `The address makes no sense:\n${z.prettifyError(parsed.error)}`);
}

function meaning(field: unknown, text: string): unknown {
  const inner = field instanceof z.ZodDefault ? field.def.innerType : field;
  if (inner instanceof z.ZodNumber) return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (!(inner instanceof z.ZodBoolean)) return text;
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
}
