import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';

/** Which members the Unity document gives an answer, and which arguments a call. The dialect's answers have exactly these. */

/** `true` keeps a value as it is, a list has the form of its items, and an object that of its members. */
type Form = true | readonly [Form] | { readonly [member: string]: Form };

interface Documented {
  readonly args: ReadonlySet<string>;
  readonly answer: Form;
}

/** An answer in the form of the document, and what else it had. */
export interface Exact {
  readonly answer: JsonValue;
  /** For `_meta`: the other members of the answer by their names, as `worldwire/revision`. */
  readonly meta: JsonObject | undefined;
}

const META_PREFIX = 'worldwire/';

const members = (names: string): Form => Object.fromEntries(names.split(' ').map(name => [name, true]));
const page = (item: Form): Form => ({ Total: true, Items: [item] });

const STATUS = members('Version UnityVersion Platform Runtime ExplorerVersion Ready ScenesLoaded Selection');
const SCENE = members('Id Name Index IsLoaded RootCount');
const CARD = members('Id Name Path Tag Layer Active ComponentCount');
const COMPONENT = members('Type Summary');
const MEMBER = members('Name Kind Type CanRead CanWrite');
const VALUE = members('ok type valueText valueJson');
const CAMERA = members('IsFreecam Name Fov Pos Rot');
const FREECAM = members('Enabled UsingGameCamera Speed Pos Rot');
const LOGS: Form = { Items: [members('T Level Message Source Category')] };
const SCRIPT = members('Name Path Content SizeBytes LastModifiedUtc Truncated');
const SELECTION = members('ActiveId Items');
const CLIPBOARD = members('HasValue Type Preview ObjectId');
const HOOK = members('Signature Enabled');
const TIME = members('ok value locked');
const OK = members('ok');
const RAN = members('ok result');
const CONFIG = members(
  'ok enabled bindAddress port allowWrites requireConfirm exportRoot logLevel componentAllowlist reflectionAllowlistMembers enableConsoleEval hookAllowlistSignatures',
);
const PAGES = 'limit offset';
const FILTERS = 'name type activeOnly limit offset';

const TOOLS = table({
  GetStatus: ['', STATUS],
  ListScenes: [PAGES, page(SCENE)],
  ListBuildScenes: [PAGES, page(members('Index Name Path'))],
  ListObjects: [`sceneId ${FILTERS}`, page(CARD)],
  GetObject: ['id', CARD],
  GetComponents: [`objectId ${PAGES}`, page(COMPONENT)],
  ListComponentMembers: [`objectId componentType includeMethods ${PAGES}`, page(MEMBER)],
  ReadComponentMember: ['objectId componentType name', VALUE],
  ListChildren: [`objectId ${PAGES}`, page(CARD)],
  GetVersion: ['', members('ExplorerVersion McpVersion UnityVersion Runtime')],
  SearchObjects: [`query path ${FILTERS}`, page(CARD)],
  GetCameraInfo: ['', CAMERA],
  GetFreecam: ['', FREECAM],
  MousePick: ['mode x y normalized', { Mode: true, Hit: true, Id: true, Items: [members('Id Name Path')] }],
  TailLogs: ['count', LOGS],
  ReadConsoleScript: ['path', SCRIPT],
  GetSelection: ['', SELECTION],
  GetClipboard: ['', CLIPBOARD],
  GetTimeScale: ['', TIME],
  GetConfig: ['', CONFIG],
  SetConfig: [
    'allowWrites requireConfirm enableConsoleEval componentAllowlist reflectionAllowlistMembers hookAllowlistSignatures restart',
    OK,
  ],
  SetActive: ['objectId active confirm', OK],
  SelectObject: ['objectId confirm', OK],
  SetClipboardText: ['text confirm', OK],
  SetClipboardObject: ['objectId confirm', OK],
  ClearClipboard: ['confirm', OK],
  SetMember: ['objectId componentType member jsonValue confirm', OK],
  CallMethod: ['objectId componentType method argsJson confirm', RAN],
  AddComponent: ['objectId type confirm', OK],
  RemoveComponent: ['objectId typeOrIndex confirm', OK],
  HookAdd: ['type method methodOrSignature confirm', OK],
  HookRemove: ['signature confirm', OK],
  HookSetEnabled: ['signature enabled confirm', OK],
  HookSetSource: ['signature source confirm', OK],
  HookListAllowedTypes: ['', members('ok items')],
  HookListMethods: [`type filter ${PAGES}`, page(members('Name Signature'))],
  HookGetSource: ['signature', members('ok signature source')],
  Reparent: ['objectId newParentId confirm', OK],
  DestroyObject: ['objectId confirm', OK],
  ConsoleEval: ['code confirm', RAN],
  WriteConsoleScript: ['path content confirm', OK],
  DeleteConsoleScript: ['path confirm', OK],
  RunConsoleScript: ['path confirm', RAN],
  GetStartupScript: ['', members('ok enabled path content')],
  SetStartupScriptEnabled: ['enabled confirm', OK],
  WriteStartupScript: ['content confirm', OK],
  RunStartupScript: ['confirm', members('ok result path')],
  LoadScene: ['name mode confirm', members('ok name mode')],
  SetTimeScale: ['value lock confirm', TIME],
  SetFreecamEnabled: ['enabled confirm', OK],
  SetFreecamSpeed: ['speed confirm', members('ok speed')],
  SetFreecamPose: ['pos rot confirm', OK],
  SpawnTestUi: ['confirm', { ok: true, rootId: true, blocks: [members('name id')] }],
  DestroyTestUi: ['confirm', OK],
});

/** By the path of the address. A star stands for the id of a scene or an object. */
const RESOURCES = table({
  status: ['', STATUS],
  scenes: [PAGES, page(SCENE)],
  'scene/*/objects': [PAGES, page(CARD)],
  'object/*': ['', CARD],
  'object/*/components': [PAGES, page(COMPONENT)],
  'object/*/component/members': [`type includeMethods ${PAGES}`, page(MEMBER)],
  'object/*/component/member': ['type name', VALUE],
  'object/*/children': [PAGES, page(CARD)],
  search: [`query path ${FILTERS}`, page(CARD)],
  selection: ['', SELECTION],
  clipboard: ['', CLIPBOARD],
  'camera/active': ['', CAMERA],
  freecam: ['', FREECAM],
  'logs/tail': ['count', LOGS],
  'console/scripts': [PAGES, page(members('Name Path'))],
  'console/script': ['path', SCRIPT],
  hooks: [PAGES, page(HOOK)],
});

const RUNNING = new Set(['ConsoleEval', 'RunConsoleScript', 'RunStartupScript', 'CallMethod']);
const SCHEME = 'unity://';

/** The answer of a tool. A call with an argument that the document lacks has asked for more, and gets all but the revision. */
export function exactAnswer(tool: string, args: object, answer: unknown): Exact {
  const exact = exactBy(TOOLS.get(tool), Object.keys(args), answer);
  if (!RUNNING.has(tool) || !isObject(exact.answer)) return exact;
  const { result } = exact.answer;
  if (result === undefined || result === null || typeof result === 'string') return exact;
  if (tool === 'CallMethod' && typeof result === 'number') return exact;
  // A result of code is a text in the document, whatever its type.
  return { ...exact, answer: { ...exact.answer, result: JSON.stringify(result) } };
}

/** A failed call of a tool that writes, whose error is a result. */
export function exactFailure({ error, ...others }: JsonObject): Exact {
  const { kind = 'Internal', message = '', hint, ...more } = isObject(error) ? error : {};
  const answer = { ok: false, error: { kind, message, ...(hint !== undefined && { hint }) } };
  const { ok: _, ...left } = { ...others, ...more };
  return { answer, meta: metaOf(left) };
}

/** The content of a resource, by the same rule for the parameters of its address. */
export function exactContent(uri: string, content: unknown): Exact {
  const [path = '', query = ''] = (uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : '').split('?', 2);
  const [first, second, ...rest] = path.split('/');
  const isOfOne = second !== undefined && (first === 'scene' || first === 'object');
  const known = RESOURCES.get(isOfOne ? [first, '*', ...rest].join('/') : path);
  return exactBy(known, [...new URLSearchParams(query).keys()], content);
}

function exactBy(known: Documented | undefined, args: readonly string[], value: unknown): Exact {
  if (!isObject(value)) return { answer: value as JsonValue, meta: undefined };
  const isDocumented = known !== undefined && args.every(name => known.args.has(name));
  const answer = isDocumented ? (formed(known.answer, value) as JsonObject) : withoutRevision(value);
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(answer, name));
  return { answer, meta: metaOf(Object.fromEntries(others)) };
}

function metaOf(others: JsonObject): JsonObject | undefined {
  const entries = Object.entries(others).map(([name, other]) => [`${META_PREFIX}${name}`, other] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function formed(form: Form, value: JsonValue): JsonValue {
  if (form === true) return value;
  if (isList(form)) return Array.isArray(value) ? value.map(item => formed(form[0], item)) : value;
  if (!isObject(value)) return value;
  const own = Object.keys(form).filter(name => Object.hasOwn(value, name));
  return Object.fromEntries(own.map(name => [name, formed(form[name] as Form, value[name] as JsonValue)]));
}

function isList(form: Form): form is readonly [Form] {
  return Array.isArray(form);
}

function withoutRevision({ revision: _, ...answer }: JsonObject): JsonObject {
  return answer;
}

function table(
  rows: Readonly<Record<string, readonly [args: string, answer: Form]>>,
): ReadonlyMap<string, Documented> {
  const read = ([name, [args, answer]]: (typeof entries)[number]): [string, Documented] => [
    name,
    { args: new Set(args.split(' ')), answer },
  ];
  const entries = Object.entries(rows);
  return new Map(entries.map(read));
}
