import type { JsonObject, Revision } from '@worldwire/protocol';
import { z } from 'zod';
import { type AppView, HOST_VIEWS, isAppOnly } from '../api/app-view.js';
import { withCommonSchemas } from '../api/common-arguments.js';
import type { Prompt } from '../api/prompt.js';
import type { Resource, Template } from '../api/resource.js';
import { ACCESS_RANK, type Tool } from '../api/tool.js';
import { UriTemplate } from '../api/uri-template.js';
import { listed, type World } from '../api/world.js';
import { withoutShown } from '../kit/foreign-texts.js';
import { type Need, needOf, RIGHT_OF } from '../policy/policy.js';
import type { Rights } from '../policy/rights.js';
import { type HeaderParameter, headerParameters } from './header-parameters.js';
import { type NullArguments, nullArguments } from './null-arguments.js';
import { portableSchema } from './portable-schema.js';
import { SkillIndex } from './skill-index.js';

export interface ToolEntry {
  readonly tool: Tool;
  /** What every call of it needs. Arguments may raise it: `needOfCall`. */
  readonly need: Need;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject | undefined;
  readonly headers: readonly HeaderParameter[];
  /** Where null means that an optional argument is absent. */
  readonly nulls: NullArguments | undefined;
}

export interface TemplateEntry {
  readonly template: Template;
  readonly pattern: UriTemplate;
}

/** A validated and indexed world. Mistakes of its author throw here, at start. */
export class Registry {
  tools: ReadonlyMap<string, ToolEntry>;
  resources: ReadonlyMap<string, Resource>;
  readonly templates: readonly TemplateEntry[];
  prompts: ReadonlyMap<string, Prompt>;
  readonly skills: SkillIndex;
  readonly apps: ReadonlyMap<string, AppView>;
  /** By the rights of the caller. Principals without own rights share one list. */
  #described = new WeakMap<Rights, Map<Revision, readonly JsonObject[]>>();
  /** The same for clients that show views. */
  #describedWithApps = new WeakMap<Rights, Map<Revision, readonly JsonObject[]>>();

  constructor(
    readonly world: World,
    /** Whether tools/list shows a tool to a caller with these rights. */
    readonly shows: (need: Need, rights: Rights) => boolean = () => true,
  ) {
    this.skills = new SkillIndex(world.skills ?? []);
    this.apps = index('view', world.apps ?? [], view => view.uri, checkView);
    this.tools = this.#readTools();
    this.prompts = this.#readPrompts();
    this.resources = this.#readResources();
    const templates = index(
      'template',
      world.templates ?? [],
      template => template.uriTemplate,
      template => ({ template, pattern: new UriTemplate(template.uriTemplate) }),
    );
    this.templates = [...templates.values()];
  }

  /** Reads a list again after the world announced a change. */
  refresh(kind: 'tools' | 'prompts' | 'resources'): void {
    if (kind === 'tools') {
      this.tools = this.#readTools();
      this.#described = new WeakMap();
      this.#describedWithApps = new WeakMap();
    } else if (kind === 'prompts') this.prompts = this.#readPrompts();
    else this.resources = this.#readResources();
  }

  /** The entries of tools/list in a revision, created once for the same rights. `apps`: whether the client shows views. */
  describeTools(revision: Revision, rights: Rights, apps = false): readonly JsonObject[] {
    const described = apps ? this.#describedWithApps : this.#described;
    let lists = described.get(rights);
    if (lists === undefined) {
      lists = new Map();
      described.set(rights, lists);
    }
    let list = lists.get(revision);
    if (list === undefined) {
      list = this.shown(rights, apps).map(entry => {
        const ui = apps ? this.#uiOf(entry.tool) : undefined;
        return describeTool(entry, revision, ui);
      });
      lists.set(revision, list);
    }
    return list;
  }

  /** The tools of tools/list. */
  shown(rights: Rights, apps = false): ToolEntry[] {
    return [...this.tools.values()].filter(
      ({ tool, need }) => this.shows(need, rights) && (!isAppOnly(tool) || (apps && this.apps.size > 0)),
    );
  }

  findTemplate(uri: string): { template: Template; variables: Record<string, string> } | undefined {
    for (const { template, pattern } of this.templates) {
      const variables = pattern.match(uri);
      if (variables === undefined) continue;
      const isForeign = this.world.foreignTexts === true;
      return { template, variables: isForeign ? (withoutShown(variables) as typeof variables) : variables };
    }
    return undefined;
  }

  #readTools(): ReadonlyMap<string, ToolEntry> {
    return index(
      'tool',
      listed(this.world.tools),
      tool => tool.name,
      tool => {
        const uri = tool.ui?.resourceUri;
        if (uri !== undefined && !this.apps.has(uri) && !uri.startsWith(HOST_VIEWS))
          throw new Error(
            `The tool ${tool.name} names the view ${uri}, which is not in "apps" of the world.`,
          );
        return compileTool(tool);
      },
    );
  }

  /** What a host reads of `ui`. A view that is not there is not named. */
  #uiOf({ ui }: Tool): JsonObject | undefined {
    if (ui === undefined) return undefined;
    const { resourceUri, visibility } = ui;
    const known = resourceUri !== undefined && this.apps.has(resourceUri);
    if (!known && visibility === undefined) return undefined;
    return {
      ...(known && { resourceUri }),
      ...(visibility !== undefined && { visibility: [...visibility] }),
    };
  }

  #readPrompts(): ReadonlyMap<string, Prompt> {
    return index('prompt', listed(this.world.prompts), prompt => prompt.name, named);
  }

  #readResources(): ReadonlyMap<string, Resource> {
    const resources = [...listed(this.world.resources), ...this.skills.manifests];
    return index('resource', resources, resource => resource.uri, checkUri);
  }
}

function index<Source, Entry>(
  what: string,
  sources: readonly Source[],
  key: (source: Source) => string,
  compile: (source: Source) => Entry,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const source of sources) {
    if (entries.has(key(source))) throw new Error(`The ${what} ${key(source)} is registered twice.`);
    entries.set(key(source), compile(source));
  }
  return entries;
}

function compileTool(tool: Tool): ToolEntry {
  named(tool);
  requireCases(tool);
  requireDryRun(tool);
  const { common } = tool;
  const own = portableSchema(tool.inputSchema ?? schemaOf(tool.input, 'input'));
  const inputSchema = common === undefined ? own : withCommonSchemas(tool.name, own, common);
  return {
    tool,
    need: needOf(tool),
    inputSchema,
    outputSchema: tool.output === undefined ? undefined : schemaOf(tool.output, 'output'),
    headers: headerParameters(tool.name, inputSchema),
    nulls: nullArguments(inputSchema),
  };
}

/** An access that depends on arguments is documented, and recorded for each call. */
function requireCases({ name, access, accessOf, raises = [], audited }: Tool): void {
  if ((accessOf === undefined) !== (raises.length === 0))
    throw new Error(`The tool ${name} needs both accessOf and raises, or neither.`);
  const low = raises.find(raised => ACCESS_RANK[raised.access] <= ACCESS_RANK[access]);
  if (low !== undefined)
    throw new Error(`The tool ${name} has access ${access}, and "${low.when}" does not raise it.`);
  if (accessOf !== undefined && access === 'read' && audited !== true)
    throw new Error(`The tool ${name} may write, so that its access must be write, or audited must be true.`);
}

/** A plan is what a dry run shows. */
function requireDryRun({ name, plan, common = [] }: Tool): void {
  if (plan !== undefined && !common.includes('dryRun'))
    throw new Error(`The tool ${name} has a plan, so that dryRun must be among its common arguments.`);
}

function named<Source extends { readonly name: string }>(source: Source): Source {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(source.name)) {
    throw new Error(`"${source.name}" is not a name: 1 to 128 letters, digits, "_", "." or "-".`);
  }
  return source;
}

function checkUri(resource: Resource): Resource {
  if (!URL.canParse(resource.uri))
    throw new Error(`The resource ${resource.name} has no valid URI: "${resource.uri}".`);
  return resource;
}

function checkView(view: AppView): AppView {
  if (!view.uri.startsWith('ui://') || !URL.canParse(view.uri))
    throw new Error(`The view ${view.name} has no URI that begins with ui://: "${view.uri}".`);
  return view;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Some clients refuse a boolean schema. `maxItems` means the same for a tuple.
      if (jsonSchema.items === false && jsonSchema.maxItems !== undefined) delete jsonSchema.items;
    },
  });
  return rest as JsonObject;
}

/** The entry of tools/list. */
export function describeTool(
  { tool, inputSchema, outputSchema }: ToolEntry,
  revision: Revision,
  ui?: JsonObject,
): JsonObject {
  const structured =
    revision.structuredContent === 'any' ||
    (revision.structuredContent === 'object' && outputSchema?.type === 'object');
  const described = {
    name: tool.name,
    ...(revision.titles && tool.title !== undefined && { title: tool.title }),
    description: describedAccess(tool),
    inputSchema,
    ...(structured && outputSchema !== undefined && { outputSchema }),
    ...(revision.toolAnnotations && { annotations: { ...hints(tool), ...tool.annotations } }),
    ...(revision.icons && tool.icons !== undefined && { icons: tool.icons }),
    ...((tool.meta !== undefined || ui !== undefined) && {
      _meta: { ...tool.meta, ...(ui !== undefined && { ui }) },
    }),
  };
  return described as unknown as JsonObject;
}

/** The description, with the arguments that need another right than the tool itself. */
export function describedAccess({ description, raises = [], audited }: Tool): string {
  // A tool that changes permissions needs the highest right in any case.
  if (raises.length === 0 || audited === true) return description;
  const cases = raises.map(({ access, when }) => `Needs ${RIGHT_OF[access]} if ${when}.`);
  return [description, ...cases].join(' ');
}

/** Annotations that follow from the access. */
function hints(tool: Tool): JsonObject {
  if (tool.access === 'read' && tool.raises === undefined) return { readOnlyHint: true };
  return tool.access === 'danger' ? { readOnlyHint: false, destructiveHint: true } : { readOnlyHint: false };
}
