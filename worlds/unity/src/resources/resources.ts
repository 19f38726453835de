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

/** One resource or template. */
export interface Source {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** The fields of its content. */
  readonly output: z.ZodRawShape;
  /** Values that may stand for a variable of the URI. */
  readonly complete?: Readonly<Record<string, () => Promise<readonly string[]>>>;
  read(variables: Variables): object | Promise<object>;
}

/** All resources, in the order of the Unity document. */
export function sources({ explorer, logs, scripts }: ResourceParts): readonly Source[] {
  const id = (variables: Variables) => parse(z.object({ id: inputs.objectId }), { id: variables.id }).id;
  return [
    {
      uri: 'unity://status',
      name: 'status',
      description: 'The engine, whether it is ready, and the selection.',
      output: dto.status,
      read: () => explorer.status(),
    },
    {
      uri: 'unity://scenes{?limit,offset}',
      name: 'scenes',
      description: 'The loaded scenes, scn:ddol and scn:hide.',
      output: dto.pageShape(dto.scene),
      read: query => explorer.scenes(parse(inputs.pages, query)),
    },
    {
      uri: 'unity://scene/{sceneId}/objects{?limit,offset}',
      name: 'scene-objects',
      description: 'The objects of a scene, such as scn:0.',
      output: dto.pageShape(dto.objectCard),
      complete: { sceneId: async () => (await explorer.scenes(ALL)).Items.map(({ Id }) => Id) },
      read: query => explorer.objects(parse(inputs.listObjects, query)),
    },
    {
      uri: 'unity://object/{id}',
      name: 'object',
      description: 'One object, such as obj:12.',
      output: dto.objectCard,
      read: variables => explorer.object(id(variables)),
    },
    {
      uri: 'unity://object/{id}/components{?limit,offset}',
      name: 'object-components',
      description: 'The components of an object.',
      output: dto.pageShape(dto.componentCard),
      read: ({ id: objectId, ...query }) =>
        explorer.components(parse(inputs.listOfObject, { objectId, ...query })),
    },
    {
      uri: 'unity://object/{id}/component/members{?type,includeMethods,limit,offset}',
      name: 'component-members',
      description: 'The fields and properties of a component, and its methods with includeMethods=true.',
      output: dto.pageShape(dto.member),
      read: ({ id: objectId, type, ...query }) =>
        explorer.members(
          parse(inputs.listMembers, { objectId, componentType: requireText('type', type), ...query }),
        ),
    },
    {
      uri: 'unity://object/{id}/component/member{?type,name}',
      name: 'component-member',
      description: 'The value of one member of a component.',
      output: dto.memberValue,
      read: ({ id: objectId, type, name }) =>
        explorer.member(
          parse(inputs.readMember, {
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
      read: ({ id: objectId, ...query }) =>
        explorer.children(parse(inputs.listOfObject, { objectId, ...query })),
    },
    {
      uri: 'unity://search{?query,name,type,path,activeOnly,limit,offset}',
      name: 'search',
      description: 'Objects of all scenes by parts of name, path and component type.',
      output: dto.pageShape(dto.objectCard),
      read: query => explorer.search(parse(inputs.searchObjects, query)),
    },
    {
      uri: 'unity://selection',
      name: 'selection',
      description: 'The selected objects, and the active one.',
      output: dto.selection,
      read: () => explorer.selection(),
    },
    {
      uri: 'unity://clipboard',
      name: 'clipboard',
      description: 'The content of the clipboard.',
      output: dto.clipboard,
      read: () => explorer.clipboard(),
    },
    {
      uri: 'unity://camera/active',
      name: 'camera',
      description: 'The active camera.',
      output: dto.camera,
      read: () => explorer.camera(),
    },
    {
      uri: 'unity://freecam',
      name: 'freecam',
      description: 'The state, speed and pose of the freecam.',
      output: dto.freecam,
      read: () => explorer.freecam(),
    },
    {
      uri: 'unity://logs/tail{?count}',
      name: 'logs',
      description: 'The newest log lines, oldest first.',
      output: dto.logTail,
      read: query => logs.tail(parse(inputs.tailLogs, query).count),
    },
    {
      uri: 'unity://console/scripts{?limit,offset}',
      name: 'scripts',
      description: 'The files of the Scripts folder.',
      output: dto.pageShape(dto.scriptCard),
      read: async query => pageFrom(await scripts.list(), parse(inputs.pages, query), file => file),
    },
    {
      uri: 'unity://console/script{?path}',
      name: 'script',
      description: 'The content of one script.',
      output: dto.scriptFile,
      complete: { path: async () => (await scripts.list()).map(({ Path }) => Path) },
      read: ({ path }) => scripts.read(requireText('path', path)),
    },
    {
      uri: 'unity://hooks{?limit,offset}',
      name: 'hooks',
      description: 'The hooks, and whether they are enabled.',
      output: dto.pageShape(dto.hook),
      read: query => explorer.hooks(parse(inputs.pages, query)),
    },
  ];
}

/** Those whose URI has no variables that must be given. */
export function staticResources(all: readonly Source[], read: Reading): readonly Resource[] {
  return all.filter(isStatic).map(source => {
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

/** All as `list_resources` shows them: the Unity document lists templates too. */
export function resourceList(all: readonly Source[]): readonly object[] {
  return all.map(source => {
    const { name, description } = source;
    return { uri: isStatic(source) ? plainUri(source) : source.uri, name, description, mimeType: TYPE };
  });
}

const NEEDS_VARIABLE = /\{\w/;

function isStatic({ uri, name }: Source): boolean {
  return !NEEDS_VARIABLE.test(uri) && name !== 'script';
}

function plainUri({ uri }: Source): string {
  return uri.split('{', 1)[0] as string;
}

type Reading = (source: Source, variables: Variables) => Promise<string>;

/** Parses the parameters of a URI by the schema of the tool with the same arguments. */
function parse<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined>,
): z.output<Schema> {
  const values = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, typedValue(schema.shape[name], value as string)]);
  const parsed = schema.strict().safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new WorldError(
    'InvalidArgument',
    `The URI has invalid parameters:\n${z.prettifyError(parsed.error)}`,
  );
}

function typedValue(field: unknown, text: string): unknown {
  const inner = field instanceof z.ZodDefault ? field.def.innerType : field;
  if (inner instanceof z.ZodNumber) return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (!(inner instanceof z.ZodBoolean)) return text;
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
}
