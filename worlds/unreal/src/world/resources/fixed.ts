import {
  type Context,
  type Resource,
  resource,
  type Template,
  template,
  WorldError,
} from '@worldwire/server';
import { writePage } from '@worldwire/writes';
import { className, folderPath } from '../../port/given-path.js';
import type { CallOptions } from '../../port/unreal-source.js';
import { fittedProject } from '../answers/fitted-project.js';
import { fittingLog } from '../answers/log-page.js';
import { fittingPage } from '../answers/pages.js';
import { type ResourceReply, resourceBody } from '../answers/resource-body.js';
import { optionsOf } from '../sources/call-options.js';
import { editorState } from '../state/editor-state.js';
import { assetClasses, folderPaths } from './completion.js';
import { JSON_TYPE, type ResourceParts } from './parts.js';
import { ASSETS, EDITOR_STATE, JOURNAL, LOG, PROJECT } from './uris.js';
import { asNotFound } from './watch-check.js';

const PAGE = 200;
const DEFAULT_LINES = 100;
const MAX_LINES = 1_000;

type Narrowed = { readonly [Variable in string]?: string };
type Look = (narrowed: Narrowed, options: CallOptions, room: number) => Promise<ResourceReply>;

interface Fixed {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Query parameters that filter or page. */
  readonly query?: readonly string[];
  readonly complete?: Template['complete'];
  readonly look: Look;
  /** Where its query may name a missing object. */
  readonly checkWatch?: (narrowed: Narrowed, principal: string) => Promise<void>;
}

/** Resources with a fixed URI. */
function all({ sources, writes, log, check }: ResourceParts): readonly Fixed[] {
  return [
    {
      uri: PROJECT,
      name: 'project',
      title: 'The project',
      description:
        'The name, engine version, modules, plugins, gameplay tags, legacy input keys and settings of the project; of the settings only those whose section contains section.',
      query: ['section'],
      look: async ({ section }, options, room) => {
        const from = await sources.read('project.describe', {}, options);
        return { ...fittedProject(from.value, section || undefined, room), from };
      },
    },
    {
      uri: EDITOR_STATE,
      name: 'editor-state',
      title: 'Editor state',
      description:
        'The connected sources, the open level, and the settings of the editor that block features.',
      look: async (_narrowed, options) => ({ facts: await editorState(sources, writes.log, options) }),
    },
    {
      uri: LOG,
      name: 'log',
      title: 'The log',
      description: `The newest lines of the log, oldest first; ${DEFAULT_LINES} unless lines is given.`,
      query: ['lines'],
      checkWatch: async ({ lines }) => void wholeNumber('lines', lines, MAX_LINES),
      look: async ({ lines }, options, room) => {
        const params = { lines: wholeNumber('lines', lines, MAX_LINES) ?? DEFAULT_LINES };
        const from = await fittingLog(sources, params, options, room);
        return { facts: from.value, from };
      },
    },
    {
      uri: ASSETS,
      name: 'assets',
      title: 'The assets',
      description: `The assets of the project, of a folder (path) or of a class, ${PAGE} per page.`,
      query: ['path', 'class', 'cursor'],
      checkWatch: async ({ path, class: kind, cursor }, principal) => {
        requireWhole(cursor);
        if (kind) className(kind);
        if (path) await check.require('asset.list', { path: folderPath(path), limit: 1 }, principal);
      },
      complete: { path: folderPaths({ sources, log }), class: assetClasses({ sources, log }) },
      look: async ({ path, class: kind, cursor }, options, room) => {
        const params = {
          limit: PAGE,
          ...(path && { path: folderPath(path) }),
          ...(kind && { class: className(kind) }),
          ...(cursor && { cursor }),
        };
        const from = await fittingPage(sources, 'asset.list', params, options, room);
        return { facts: from.value, from };
      },
    },
    {
      uri: JOURNAL,
      name: 'journal',
      title: 'The journal of writes',
      description: 'All writes with their outcome, the newest first.',
      query: ['cursor'],
      checkWatch: async ({ cursor }) => requireWhole(cursor),
      look: async ({ cursor }) => ({
        facts: await writePage(writes.log, writes.running, cursor || undefined),
      }),
    },
  ];
}

/** Reads within the answer's size, with the revision of the writes. */
function reader({ writes: { log } }: ResourceParts, look: Look) {
  return (narrowed: Narrowed, context: Context) => {
    const options = optionsOf(context);
    return resourceBody(log, context, room => look(narrowed, options, room));
  };
}

export function fixedResources(parts: ResourceParts): readonly Resource[] {
  return all(parts).map(({ uri, name, title, description, look }) =>
    resource({
      uri,
      name,
      title,
      description,
      mimeType: JSON_TYPE,
      read: context => reader(parts, look)({}, context),
    }),
  );
}

/** The same resources with query parameters. */
export function narrowedTemplates(parts: ResourceParts): readonly Template[] {
  return all(parts).flatMap(({ uri, name, title, description, query, complete, look, checkWatch }) =>
    query === undefined
      ? []
      : template({
          uriTemplate: `${uri}{?${[...query, 'maxBytes'].join(',')}}`,
          name,
          title,
          description,
          mimeType: JSON_TYPE,
          ...(complete && { complete }),
          ...(checkWatch && {
            checkWatch: (narrowed, _uri, principal) =>
              checkWatch(narrowed, principal).catch(thrown => {
                throw asNotFound(thrown);
              }),
          }),
          read: reader(parts, look),
        }),
  );
}

/** The content of a page depends on the previous page, so that a page cannot be watched. */
function requireWhole(cursor: string | undefined): void {
  if (!cursor) return;
  throw new WorldError('NotFound', 'A page of a list cannot be watched.', 'Watch the list without a cursor.');
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw new WorldError(
    'InvalidArgument',
    `${name} must be a whole number from 1 to ${max}.`,
    'tail_log returns older lines with a cursor.',
  );
}
