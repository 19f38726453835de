import type { EngineInfo, ObjectFilter } from '@worldwire/engine';
import { legible, WorldError } from '@worldwire/server';
import type { z } from 'zod';
import {
  buildSceneOf,
  cameraOf,
  componentOf,
  freecamOf,
  hitOf,
  hookOf,
  memberOf,
  methodOf,
  objectOf,
  sceneOf,
  valueDtoOf,
} from '../dto/cards.js';
import type * as inputs from '../dto/inputs.js';
import { fitting, pageFrom, pageOf } from '../dto/page.js';
import type { Clipboard, ClipboardDto } from '../state/clipboard.js';
import type { Selection, SelectionDto } from '../state/selection.js';
import type { Scene } from './scene.js';

export const VERSION = '0.1.0';

/** Each hit is looked up, so their number is limited. */
const MAX_HITS = 50;

type Paging = z.output<typeof inputs.pages>;

/** The reads that tools and resources share. */
export class Explorer {
  /** The description of the engine, and the process it belongs to. */
  #info: (Omit<EngineInfo, 'operations'> & { readonly process: number }) | undefined;

  constructor(
    readonly scene: Scene,
    readonly state: { readonly selection: Selection; readonly clipboard: Clipboard },
  ) {}

  async status() {
    const { UnityVersion, Runtime } = await this.version();
    const ready = this.scene.ready;
    const scenes = ready ? await this.scene.call('scene.list', {}) : [];
    return {
      Version: VERSION,
      UnityVersion,
      Platform: this.#info?.platform ?? 'unknown',
      Runtime,
      ExplorerVersion: VERSION,
      Ready: ready,
      ScenesLoaded: scenes.filter(({ loaded, index }) => loaded && index >= 0).length,
      Selection: (await this.selection()).Items,
    };
  }

  async version() {
    const { process } = this.scene.engine;
    if (this.scene.ready && this.#info?.process !== process)
      this.#info = { ...legibleInfo(await this.scene.call('engine.describe', {})), process };
    const { name, version, runtime } = this.#info ?? { name: 'unknown', version: '', runtime: 'unknown' };
    return {
      ExplorerVersion: VERSION,
      McpVersion: VERSION,
      UnityVersion: `${name} ${version}`.trim(),
      Runtime: runtime,
    };
  }

  async scenes(paging: Paging) {
    return pageFrom(await this.scene.call('scene.list', {}), paging, sceneOf);
  }

  async buildScenes(paging: Paging) {
    return pageFrom(await this.scene.call('scene.builds', {}), paging, buildSceneOf);
  }

  async objects({ sceneId, ...rest }: z.output<typeof inputs.listObjects>) {
    const filter = { ...given(rest), ...(sceneId !== undefined && sceneId !== '' && { scene: sceneId }) };
    return this.#cards(filter);
  }

  search(filter: z.output<typeof inputs.searchObjects>) {
    return this.#cards(given(filter));
  }

  async children({ objectId, limit, offset }: z.output<typeof inputs.listOfObject>) {
    // Some engines return no children for an unknown parent.
    await this.scene.call('object.get', { id: objectId });
    return this.#cards({ parent: objectId, limit, offset });
  }

  async object(id: string) {
    return objectOf(await this.scene.call('object.get', { id }));
  }

  async components({ objectId, limit, offset }: z.output<typeof inputs.listOfObject>) {
    const { total, items } = await this.scene.call('component.list', { object: objectId, limit, offset });
    return pageOf(total, items.map(componentOf));
  }

  async members({
    objectId,
    componentType,
    includeMethods,
    limit,
    offset,
  }: z.output<typeof inputs.listMembers>) {
    const { total, items } = await this.scene.call('member.list', {
      object: objectId,
      type: componentType,
      methods: includeMethods,
      limit,
      offset,
    });
    return pageOf(total, items.map(memberOf));
  }

  async member({ objectId, componentType, name }: z.output<typeof inputs.readMember>) {
    const value = await this.scene.call('member.read', { object: objectId, type: componentType, name });
    return { ok: true, ...valueDtoOf(value) };
  }

  async camera() {
    return cameraOf(await this.scene.call('camera.get', {}));
  }

  async freecam() {
    return freecamOf(await this.scene.call('freecam.get', {}));
  }

  async pick({ mode, ...at }: { mode: 'world' | 'ui'; x?: number; y?: number; normalized?: boolean }) {
    if (mode === 'world') {
      const [first] = await this.scene.call('pick.world', at);
      return { Mode: mode, Hit: first !== undefined, Id: first?.id ?? null, Items: null };
    }
    const hits = (await this.scene.call('pick.ui', at)).slice(0, MAX_HITS);
    const exists = await Promise.all(hits.map(({ id }) => this.scene.has(id)));
    const items = fitting(hits.filter((_, index) => exists[index]).map(hitOf));
    return { Mode: mode, Hit: items.length > 0, Id: items[0]?.Id ?? null, Items: items };
  }

  async time() {
    const { scale, locked, paused } = await this.scene.call('time.get', {});
    return { ok: true, value: scale, locked, ...(paused && { paused }) };
  }

  async hooks(paging: Paging) {
    const { total, items } = await this.scene.call('hook.list', paging);
    return pageOf(total, items.map(hookOf));
  }

  async hookMethods({ type, filter, ...paging }: { type: string; filter?: string | undefined } & Paging) {
    const { total, items } = await this.scene.call('hook.methods', { type, ...given({ filter }), ...paging });
    return pageOf(total, items.map(methodOf));
  }

  async hookSource(signature: string) {
    const { source } = await this.scene.call('hook.source.get', { signature });
    return { ok: true, signature, source };
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

  async #cards(filter: ObjectFilter) {
    const { total, items } = await this.scene.call('object.list', filter);
    return pageOf(total, items.map(objectOf));
  }
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
  throw new WorldError('InvalidArgument', `The parameter ${name} is missing.`);
}
