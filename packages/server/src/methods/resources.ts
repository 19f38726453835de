import {
  APP_MIME_TYPE,
  declaresApps,
  type JsonObject,
  ownText,
  type Revision,
  WireError,
} from '@worldwire/protocol';
import { type AppView, listedView, MAX_APP_BYTES, viewMeta } from '../api/app-view.js';
import { commonProblem } from '../api/common-arguments.js';
import { base64 } from '../api/content.js';
import { legibleLines } from '../api/legible.js';
import type { CacheHint, ListedResource, ResourceBody, Template } from '../api/resource.js';
import { hasSerialized, SerializedJson } from '../api/serialized-json.js';
import { WorldError } from '../api/world-error.js';
import type { Call } from '../calls/call.js';
import { shownBlock, shownResult } from '../kit/foreign-texts.js';
import { isThenable } from '../kit/is-thenable.js';
import type { Registry } from '../registry/registry.js';
import { mayRead } from './access-of-methods.js';
import { listHint, readHint } from './caching.js';
import type { Handlers, MethodServices } from './method-services.js';
import { page } from './pagination.js';
import { requireSession, requireUri } from './params.js';
import { type Unwatchable, unwatchable } from './watching.js';

/** A view changes with the version of the program. */
const VIEWS: CacheHint = { ttlMs: 300_000, scope: 'public' };

/** resources/*: https://modelcontextprotocol.io/specification/2026-07-28/server/resources */
export function resources(services: MethodServices): Handlers {
  const { registry, environment, hub } = services;
  const size = registry.world.pageSize ?? environment.limits.pageSize;
  return {
    'resources/list': async call => {
      const reads = mayRead(services, call);
      const listed: ListedResource[] = reads ? [...registry.resources.values()] : [];
      if (reads && declaresApps(call.caller.capabilities))
        for (const view of registry.apps.values()) listed.push(listedView(view));
      const dynamic = reads ? registry.templates.filter(({ template }) => template.list !== undefined) : [];
      for (const { template } of dynamic) listed.push(...((await template.list?.(call)) ?? []));
      const { items, next } = page(listed, call.params, size);
      const cache =
        dynamic.length > 0 ? readHint(undefined, call.revisionOf) : listHint(registry.world, call);
      const described = items.map(item => describeResource(item, call.revisionOf));
      const resources = registry.world.foreignTexts === true ? described.map(shownBlock) : described;
      return { resources, ...next, ...cache };
    },
    'resources/templates/list': call => {
      const { items, next } = page(mayRead(services, call) ? registry.templates : [], call.params, size);
      const resourceTemplates = items.map(({ template }) => describeTemplate(template, call.revisionOf));
      return { resourceTemplates, ...next, ...listHint(registry.world, call) };
    },
    'resources/read': async call => {
      const uri = requireUri(call.params, environment.limits);
      call.readAnswers();
      call.bounded = true;
      const found = await read(services, uri, call);
      if (found === undefined) throw notFound(uri, call, registry);
      const result = { contents: [contents(uri, found)], ...readHint(found.cache, call.revisionOf) };
      const written = found.body instanceof SerializedJson ? hasSerialized(result) : result;
      return registry.world.foreignTexts === true ? shownResult(written) : written;
    },
    'resources/subscribe': call => {
      const uri = requireUri(call.params, environment.limits);
      const verdict = unwatchable(registry, uri, call);
      return isThenable(verdict)
        ? verdict.then(known => subscribe(services, uri, call, known))
        : subscribe(services, uri, call, verdict);
    },
    'resources/unsubscribe': call => {
      hub.unsubscribe(requireSession(call), requireUri(call.params, environment.limits));
      return {};
    },
  };
}

function subscribe(
  { environment, hub, registry }: MethodServices,
  uri: string,
  call: Call,
  refusal?: Unwatchable,
): JsonObject {
  if (refusal !== undefined) throw notFound(uri, call, registry, refusal.reason);
  const session = requireSession(call);
  if (session.watched >= environment.limits.subscriptions && !session.watches(uri)) {
    const message = `The session watches ${environment.limits.subscriptions} resources, which is the maximum. Unsubscribe from one first.`;
    throw WireError.of('InvalidParams', message);
  }
  // The call may have been cancelled while the template checked the URI.
  if (!call.cancelled) hub.subscribe(session, ownText(uri));
  return {};
}

interface Found {
  readonly body: string | SerializedJson | Uint8Array;
  readonly mimeType: string | undefined;
  readonly cache: CacheHint | undefined;
  readonly meta?: JsonObject;
}

async function read(services: MethodServices, uri: string, call: Call): Promise<Found | undefined> {
  try {
    return await look(services, uri, call);
  } catch (thrown) {
    if (thrown instanceof WorldError && thrown.kind === 'NotFound')
      throw notFound(uri, call, services.registry, thrown);
    throw thrown;
  }
}

async function look({ registry }: MethodServices, uri: string, call: Call): Promise<Found | undefined> {
  const resource = registry.resources.get(uri);
  if (resource !== undefined) return found(await resource.read(call), resource);
  const view = registry.apps.get(uri);
  if (view !== undefined) {
    // A host asks for it by name and gives it to no model. `MAX_APP_BYTES` is its limit.
    call.bounded = false;
    return { body: await documentOf(view), mimeType: APP_MIME_TYPE, cache: VIEWS, meta: viewMeta(view) };
  }
  const file = registry.skills.file(uri);
  if (file !== undefined) return { ...file, cache: undefined };
  const match = registry.findTemplate(uri);
  if (match === undefined) return undefined;
  const { maxBytes } = match.variables;
  if (maxBytes !== undefined && maxBytes !== '') call.common = { maxBytes: requireMaxBytes(maxBytes) };
  return found(await match.template.read(match.variables, call), match.template);
}

async function documentOf(view: AppView): Promise<string> {
  const html = await view.html();
  const bytes = Buffer.byteLength(html);
  if (bytes <= MAX_APP_BYTES) return html;
  throw new WorldError(
    'Internal',
    `The view ${view.uri} has ${bytes} bytes; the limit is ${MAX_APP_BYTES}.`,
    'The tools of the world work without it.',
  );
}

function requireMaxBytes(text: string): number {
  const problem = commonProblem({ maxBytes: Number(text) });
  if (problem === undefined) return Number(text);
  throw new WorldError(
    'InvalidArgument',
    problem,
    'Read the resource again with another maxBytes, or without.',
  );
}

function found(body: ResourceBody, source: { mimeType?: string; cache?: CacheHint }): Found | undefined {
  if (body === undefined) return undefined;
  const { mimeType, cache } = source;
  if (typeof body === 'string' || body instanceof SerializedJson || body instanceof Uint8Array) {
    return { body, mimeType, cache };
  }
  return { ...body, cache };
}

function contents(uri: string, { body, mimeType, meta }: Found): JsonObject {
  const head: JsonObject = {
    uri,
    ...(mimeType !== undefined && { mimeType }),
    ...(meta !== undefined && { _meta: meta }),
  };
  if (body instanceof SerializedJson) return { ...head, text: body as unknown as string };
  return typeof body === 'string' ? { ...head, text: body } : { ...head, blob: base64(body) };
}

/** The world's own message if it has one, with the error code of the revision. */
function notFound(uri: string, call: Call, registry: Registry, reason?: WorldError): WireError {
  const { resourceNotFound } = call.revisionOf;
  if (reason === undefined) {
    const list = call.dialectCall?.nameOf('resources/list') ?? 'resources/list';
    const near = nearTemplate(uri, registry);
    return WireError.of(resourceNotFound, `Resource not found. ${list} lists the resources.`, {
      uri,
      ...(near !== undefined && { hint: `The parameters of this resource are those of ${near}` }),
    });
  }
  const { kind } = reason;
  const message = legibleLines(reason.message);
  const hint = reason.hint === undefined ? undefined : legibleLines(reason.hint);
  return WireError.of(resourceNotFound, message, { uri, kind, ...(hint !== undefined && { hint }) });
}

/** The template that matches the URI without its query. */
function nearTemplate(uri: string, registry: Registry): string | undefined {
  const query = uri.indexOf('?');
  return query === -1 ? undefined : registry.findTemplate(uri.slice(0, query))?.template.uriTemplate;
}

function describeResource(resource: ListedResource, revision: Revision): JsonObject {
  const { uri, size } = resource;
  return { uri, ...described(resource, revision), ...(size !== undefined && { size }) };
}

function describeTemplate(template: Template, revision: Revision): JsonObject {
  return { uriTemplate: template.uriTemplate, ...described(template, revision) };
}

function described(source: ListedResource | Template, revision: Revision): JsonObject {
  const { name, title, description, mimeType, annotations, icons, meta } = source;
  return {
    name,
    ...(revision.titles && title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations !== undefined && { annotations }),
    ...(revision.icons && icons !== undefined && { icons }),
    ...(meta !== undefined && { _meta: meta }),
  } as unknown as JsonObject;
}
