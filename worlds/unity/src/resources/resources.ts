import {
  type Completer,
  type Context,
  type Resource,
  resource,
  type Template,
  template,
  WorldError,
} from '@worldwire/server';
import { argumentProblems } from '@worldwire/server/kit';
import { z } from 'zod';
import * as inputs from '../dto/inputs.js';
import { pageFrom } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { type Explorer, requireText } from '../scene/explorer.js';
import type { ScriptFolder } from '../scripts/script-folder.js';
import { scriptPart } from '../scripts/script-part.js';
import type { LogBook } from '../state/log-book.js';

const TYPE = 'application/json';
const ALL = { limit: 500, offset: 0 };
const MAX_COMPLETED = 100;
const MAX_COMPLETION_BYTES = 64 * 1024;

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
  read(variables: Variables, maxBytes: number): object | Promise<object>;
}

/** All resources, in the order of the Unity document. */
export function sources({ explorer, logs, scripts }: ResourceParts): readonly Source[] {
  return [
    {
      uri: 'unity://status',
      name: 'status',
      description: 'The engine, whether it is ready, and the selection.',
      output: dto.status,
      read: () => explorer.status(),
    },
    {
      uri: 'unity://scenes{?limit,offset,maxBytes}',
      name: 'scenes',
      description: 'The loaded scenes, scn:ddol and scn:hide.',
      output: dto.pageShape(dto.scene),
      read: (query, max) => explorer.scenes(parse(inputs.pages, query), max),
    },
    {
      uri: 'unity://scene/{sceneId}/objects{?active,visible,moving,fields,limit,offset,maxBytes}',
      name: 'scene-objects',
      description: 'The objects of a scene, such as scn:0.',
      output: dto.pageShape(dto.objectCard),
      complete: {
        sceneId: async () => (await explorer.scenes(ALL, MAX_COMPLETION_BYTES)).Items.map(({ Id }) => Id),
      },
      read: (query, max) => explorer.objects(parse(inputs.listObjects, query), max),
    },
    {
      uri: 'unity://object/{id}',
      name: 'object',
      description: 'One object, such as obj:12.',
      output: dto.objectCard,
      read: query => explorer.object(parse(inputs.getObject, query)),
    },
    {
      uri: 'unity://object/{id}/components{?limit,offset,maxBytes}',
      name: 'object-components',
      description: 'The components of an object.',
      output: dto.pageShape(dto.componentCard),
      read: ({ id: objectId, ...query }, max) =>
        explorer.components(parse(inputs.listOfObject, { objectId, ...query }), max),
    },
    {
      uri: 'unity://object/{id}/component/members{?type,includeMethods,limit,offset,maxBytes}',
      name: 'component-members',
      description: 'The fields and properties of a component, and its methods with includeMethods=true.',
      output: dto.pageShape(dto.member),
      read: ({ id: objectId, type, ...query }, max) =>
        explorer.members(
          parse(inputs.listMembers, { objectId, componentType: requireText('type', type), ...query }),
          max,
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
      uri: 'unity://object/{id}/children{?limit,offset,maxBytes}',
      name: 'object-children',
      description: 'The direct children of an object.',
      output: dto.pageShape(dto.objectCard),
      read: ({ id: objectId, ...query }, max) =>
        explorer.children(parse(inputs.listOfObject, { objectId, ...query }), max),
    },
    {
      uri: 'unity://search{?query,name,type,path,activeOnly,active,visible,moving,fields,limit,offset,maxBytes}',
      name: 'search',
      description: 'Objects of all scenes by parts of name, path and component type.',
      output: dto.pageShape(dto.objectCard),
      read: (query, max) => explorer.search(parse(inputs.searchObjects, query), max),
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
      uri: 'unity://logs/tail{?count,offset,since,maxBytes}',
      name: 'logs',
      description: 'The newest log lines, oldest first.',
      output: dto.logTail,
      read: (query, max) => logs.tail(parse(inputs.tailLogs, query), max),
    },
    {
      uri: 'unity://errors{?since,level,past,limit,maxBytes}',
      name: 'errors',
      description: 'Errors and warnings of the project that hold now, the newest or those after since.',
      output: dto.problems,
      read: (query, max) => logs.problems.list(parse(inputs.getErrors, query), max),
    },
    {
      uri: 'unity://console/scripts{?limit,offset,maxBytes}',
      name: 'scripts',
      description: 'The files of the Scripts folder.',
      output: dto.pageShape(dto.scriptCard),
      read: async (query, max) =>
        pageFrom(await scripts.list(), parse(inputs.pages, query), max, file => file),
    },
    {
      uri: 'unity://console/script{?path,offset,maxBytes}',
      name: 'script',
      description: 'The content of one script.',
      output: dto.scriptFile,
      complete: { path: async () => (await scripts.list()).map(({ Path }) => Path) },
      read: async ({ path, ...query }, max) => {
        const wanted = parse(inputs.readScript, { ...query, path: requireText('path', path) });
        return scriptPart(await scripts.read(wanted.path), wanted.offset, max);
      },
    },
    {
      uri: 'unity://hooks{?limit,offset,maxBytes}',
      name: 'hooks',
      description: 'The hooks, and whether they are enabled.',
      output: dto.pageShape(dto.hook),
      read: (query, max) => explorer.hooks(parse(inputs.pages, query), max),
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
      read: context => read(source, {}, context),
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
        read: (variables, context) => read(source, variables, context),
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

/** Returns the content as JSON. */
export type Reading = (source: Source, variables: Variables, context: Context) => Promise<string> | string;

/** Parses the parameters of a URI by the schema of the tool with the same arguments. */
function parse<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined>,
): z.output<Schema> {
  const values = Object.entries(given)
    // The kernel has read maxBytes.
    .filter(([name, value]) => value !== undefined && value !== '' && name !== 'maxBytes')
    .map(([name, value]) => [name, typedValue(schema.shape[name], value as string)]);
  const parsed = schema.strict().safeParse(Object.fromEntries(values));
  if (parsed.success) return parsed.data as z.output<Schema>;
  throw new WorldError(
    'InvalidArgument',
    `The URI has invalid parameters:\n${argumentProblems(parsed.error, schema, Object.fromEntries(values))}`,
    'resources/templates/list has the form of each URI.',
  );
}

function typedValue(field: unknown, text: string): unknown {
  const inner = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? field.def.innerType : field;
  if (inner instanceof z.ZodOptional) return typedValue(inner, text);
  if (inner instanceof z.ZodArray) return text.split(',');
  if (inner instanceof z.ZodNumber) return /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (!(inner instanceof z.ZodBoolean)) return text;
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
}
