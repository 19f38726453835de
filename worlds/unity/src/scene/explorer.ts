import type { EngineInfo, ObjectFilter, ObjectInfo } from '@worldwire/engine';
import { legible, WorldError } from '@worldwire/server';
import type { z } from 'zod';
import {
  buildSceneOf,
  cameraOf,
  componentOf,
  engineFields,
  freecamOf,
  hitOf,
  hookCallOf,
  hookOf,
  memberOf,
  methodOf,
  objectOf,
  sceneOf,
  valueDtoOf,
} from '../dto/cards.js';
import type * as inputs from '../dto/inputs.js';
import { fitting, fittingText, type Paging, pageFrom, pageOf } from '../dto/page.js';
import type { Clipboard, ClipboardDto } from '../state/clipboard.js';
import type { Selection, SelectionDto } from '../state/selection.js';
import { IntendedValues } from './intended-values.js';
import { findMember, fullType, isRefusal, typesOf } from './names.js';
import { type Scene, unlessMissing, unlessSilent } from './scene.js';

export const VERSION = '0.1.0';

/** Each hit is looked up, so their number is limited. */
const MAX_HITS = 50;

type CardFields = readonly inputs.CardField[] | undefined;

/** The reads that tools and resources share. */
export class Explorer {
  /** The description of the engine, and the process it belongs to. */
  #info: (Omit<EngineInfo, 'operations'> & { readonly process: number }) | undefined;

  readonly #intended: IntendedValues;

  constructor(
    readonly scene: Scene,
    readonly state: { readonly selection: Selection; readonly clipboard: Clipboard },
  ) {
    this.#intended = new IntendedValues(scene);
  }

  async status() {
    // An engine that hangs is linked for some seconds more.
    const scenes = this.scene.ready ? await unlessSilent(this.scene.call('scene.list', {})) : undefined;
    const ready = scenes !== undefined;
    const { UnityVersion, Runtime } = ready ? await this.version() : this.#knownVersion();
    return {
      Version: VERSION,
      UnityVersion,
      Platform: this.#info?.platform ?? 'unknown',
      Runtime,
      ExplorerVersion: VERSION,
      Ready: ready,
      ScenesLoaded: (scenes ?? []).filter(({ loaded, index }) => loaded && index >= 0).length,
      Selection: (ready ? await this.selection() : this.state.selection.snapshot).Items,
    };
  }

  async version() {
    const { process } = this.scene.engine;
    if (this.scene.ready && this.#info?.process !== process)
      this.#info = { ...legibleInfo(await this.scene.call('engine.describe', {})), process };
    return this.#knownVersion();
  }

  #knownVersion() {
    const { name, version, runtime } = this.#info ?? { name: 'unknown', version: '', runtime: 'unknown' };
    return {
      ExplorerVersion: VERSION,
      McpVersion: VERSION,
      UnityVersion: `${name} ${version}`.trim(),
      Runtime: runtime,
    };
  }

  async scenes(paging: Paging, maxBytes: number) {
    return pageFrom(await this.scene.call('scene.list', {}), paging, maxBytes, sceneOf);
  }

  async buildScenes(paging: Paging, maxBytes: number) {
    return pageFrom(await this.scene.call('scene.builds', {}), paging, maxBytes, buildSceneOf);
  }

  objects({ sceneId, fields, ...rest }: z.output<typeof inputs.listObjects>, maxBytes: number) {
    return this.#cards({ ...given(rest), ...given({ scene: sceneId }), ...pagingOf(rest) }, fields, maxBytes);
  }

  search({ fields, ...rest }: z.output<typeof inputs.searchObjects>, maxBytes: number) {
    return this.#cards({ ...given(rest), ...pagingOf(rest) }, fields, maxBytes);
  }

  async children(
    {
      objectId,
      fields,
      ...rest
    }: Partial<z.output<typeof inputs.listChildren>> & z.output<typeof inputs.listOfObject>,
    maxBytes: number,
  ) {
    // Some engines return no children for an unknown parent.
    await this.scene.call('object.get', { id: objectId });
    return this.#cards({ ...given(rest), parent: objectId, ...pagingOf(rest) }, fields, maxBytes);
  }

  async object({ id, fields }: { readonly id: string; readonly fields?: CardFields }) {
    return objectOf(await this.scene.call('object.get', { id, ...engineParts(fields) }), fields);
  }

  async components({ objectId, ...paging }: z.output<typeof inputs.listOfObject>, maxBytes: number) {
    const { total, items } = await this.scene.call('component.list', { object: objectId, ...paging });
    return pageOf(total, items.map(componentOf), paging, maxBytes);
  }

  async members(
    { objectId, componentType, includeMethods, ...paging }: z.output<typeof inputs.listMembers>,
    maxBytes: number,
  ) {
    const list = (type: string) =>
      this.scene.call('member.list', { object: objectId, type, methods: includeMethods, ...paging });
    const found =
      (await unlessMissing(list(componentType))) ??
      (await list(fullType(await typesOf(this.scene, objectId), componentType)));
    return pageOf(found.total, found.items.map(memberOf), paging, maxBytes);
  }

  /** With the values that its author intends. */
  async member(wanted: z.output<typeof inputs.readMember>) {
    const { value, type } = await this.#memberValue(wanted);
    const intended = await this.#intended.of(wanted.objectId, type, wanted.name);
    return { ok: true, ...valueDtoOf(value), ...intended };
  }

  async #memberValue({ objectId: object, componentType: type, name }: z.output<typeof inputs.readMember>) {
    try {
      return { value: await this.scene.call('member.read', { object, type, name }), type };
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      // Only now, because it needs more calls.
      const { value, place } = await findMember(this.scene, object, type, name);
      return { value, type: place.type };
    }
  }

  async camera() {
    return cameraOf(await this.scene.call('camera.get', {}));
  }

  async freecam() {
    return freecamOf(await this.scene.call('freecam.get', {}));
  }

  async pick(
    { mode, ...at }: { mode: 'world' | 'ui'; x?: number; y?: number; normalized?: boolean },
    maxBytes: number,
  ) {
    if (mode === 'world') {
      const [first] = await this.scene.call('pick.world', at);
      const hit = first === undefined ? { Id: null } : hitOf(first);
      return { Mode: mode, Hit: first !== undefined, ...hit, Items: null };
    }
    const hits = await this.scene.call('pick.ui', at);
    const first = hits.slice(0, MAX_HITS);
    const exists = await Promise.all(first.map(({ id }) => this.scene.has(id)));
    const items = fitting(first.filter((_, index) => exists[index]).map(hitOf), maxBytes);
    const isCut = hits.length > MAX_HITS || items.length < exists.filter(Boolean).length;
    return {
      Mode: mode,
      Hit: items.length > 0,
      Id: items[0]?.Id ?? null,
      Items: items,
      ...(isCut && { Total: hits.length, Truncated: true }),
    };
  }

  async time() {
    const { scale, locked, paused } = await this.scene.call('time.get', {});
    return { ok: true, value: scale, locked, ...(paused && { paused }) };
  }

  async hooks(paging: Paging, maxBytes: number) {
    const { total, items } = await this.scene.call('hook.list', { ...paging });
    return pageOf(total, items.map(hookOf), paging, maxBytes);
  }

  async hookMethods(
    { type, filter, ...paging }: { type: string; filter?: string | undefined } & Paging,
    maxBytes: number,
  ) {
    const { total, items } = await this.scene.call('hook.methods', { type, ...given({ filter }), ...paging });
    return pageOf(total, items.map(methodOf), paging, maxBytes);
  }

  async hookSource(signature: string, maxBytes: number) {
    const { source: whole } = await this.scene.call('hook.source.get', { signature });
    const source = fittingText(whole, maxBytes);
    return { ok: true, signature, source, ...(source.length < whole.length && { Truncated: true }) };
  }

  /** The newest recorded calls, or those after `since`, the oldest first. */
  async hookCalls(filter: { signature: string; since?: number; limit: number }, maxBytes: number) {
    const found = await this.scene.call('hook.calls', filter);
    const { signature, enabled, total, dropped } = found;
    const calls = found.items.map(hookCallOf);
    const kept = fitting(calls, maxBytes);
    const next = kept.at(-1)?.n ?? found.next;
    const isCut = kept.length < calls.length;
    return { ok: true, signature, enabled, count: total, calls: kept, dropped, next, ...(isCut && CUT) };
  }

  /** Without objects that do not exist any more. */
  async selection(): Promise<SelectionDto> {
    const { selection } = this.state;
    selection.drop(await this.#missing(selection.snapshot.Items));
    return selection.snapshot;
  }

  async clipboard(): Promise<ClipboardDto> {
    const { clipboard } = this.state;
    const { ObjectId } = clipboard.snapshot;
    if (ObjectId !== null) clipboard.drop(await this.#missing([ObjectId]));
    return clipboard.snapshot;
  }

  async #missing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    // Unknown while the engine is not ready.
    if (!this.scene.ready) return new Set();
    const exists = await Promise.all(ids.map(id => this.scene.has(id)));
    return new Set(ids.filter((_, index) => !exists[index]));
  }

  async #cards(filter: ObjectFilter & Paging, fields: CardFields, maxBytes: number) {
    if (filter.activeOnly === true && filter.active === false) {
      throw new WorldError(
        'InvalidArgument',
        'activeOnly is true and active is false: no object is both.',
        'Send active alone: true or false.',
      );
    }
    const { near } = filter;
    const { fields: parts = [] } = engineParts(fields);
    const wanted = near === undefined ? parts : [...new Set([...parts, 'position' as const])];
    const asked = { ...filter, ...(wanted.length > 0 && { fields: wanted }) };
    const { total, items } = await this.scene.call('object.list', asked);
    return pageOf(
      total,
      items.map(item => ({ ...objectOf(item, fields), ...distanceIn(item, near) })),
      filter,
      maxBytes,
    );
  }
}

function distanceIn({ position }: ObjectInfo, near: ObjectFilter['near']): { readonly Distance?: number } {
  if (near === undefined || position === undefined) return {};
  return { Distance: Math.hypot(position.x - near.x, position.y - near.y, position.z - near.z) };
}

const CUT = { truncated: true as const };

function pagingOf({ limit, offset }: Paging): Paging {
  return { limit, offset };
}

function engineParts(fields: CardFields): Pick<ObjectFilter, 'fields'> {
  const parts = fields === undefined ? [] : engineFields(fields);
  return parts.length === 0 ? {} : { fields: parts };
}

/** The engine's own texts are cut, and hidden characters are escaped. */
function legibleInfo({ name, version, platform, runtime }: EngineInfo): Omit<EngineInfo, 'operations'> {
  return {
    name: legible(name),
    version: legible(version),
    platform: legible(platform),
    runtime: legible(runtime),
  };
}

/** Without fields that are undefined or an empty text. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

export function requireText(name: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw new WorldError(
    'InvalidArgument',
    `The parameter ${name} is missing.`,
    `Add ${name}= to the query of the URI; list_resources has its form.`,
  );
}
