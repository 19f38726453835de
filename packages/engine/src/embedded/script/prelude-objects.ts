import type { Value } from '../../port/value.js';

export type Ask = (name: string, params: unknown) => unknown;

/** An object of the scene, as scripts see it. */
export interface ScriptObject {
  readonly id: string;
  readonly alive: boolean;
  destroy(): void;
}

export interface ScriptObjects {
  readonly Vector3: new (x?: number, y?: number, z?: number) => { x: number; y: number; z: number };
  readonly GameObject: new (id: string) => ScriptObject;
  wrap(id: string): ScriptObject;
  /** Without the objects of one scene. */
  listed(filter: object, without?: string): ScriptObject[];
  /** Converts a value of the scene for a script. */
  from(value: Value): unknown;
  /** The object of a component. */
  componentBehind(value: object): { readonly object: string; readonly type: string } | undefined;
}

/** Objects and components for scripts. This function is compiled inside their context from its text. */
export function makeObjects(ask: Ask): ScriptObjects {
  class Vector3 {
    constructor(
      public x = 0,
      public y = 0,
      public z = 0,
    ) {}
    add(other: Vector3) {
      return new Vector3(this.x + other.x, this.y + other.y, this.z + other.z);
    }
    sub(other: Vector3) {
      return new Vector3(this.x - other.x, this.y - other.y, this.z - other.z);
    }
    scale(by: number) {
      return new Vector3(this.x * by, this.y * by, this.z * by);
    }
    get length() {
      return Math.hypot(this.x, this.y, this.z);
    }
    distanceTo(other: Vector3) {
      return this.sub(other).length;
    }
    toString() {
      return `(${this.x.toFixed(2)}, ${this.y.toFixed(2)}, ${this.z.toFixed(2)})`;
    }
  }

  interface Info {
    id: string;
    name: string;
    path: string;
    scene: string;
    parent: string | null;
    tag: string;
    layer: number;
    active: boolean;
    activeSelf: boolean;
  }

  const objects = new Map<string, GameObject>();
  const wrap = (id: string): GameObject => {
    const known = objects.get(id) ?? new GameObject(id);
    objects.set(id, known);
    return known;
  };
  const listed = (filter: object, without?: string): GameObject[] =>
    (ask('object.list', { limit: 100_000, ...filter }) as { items: Info[] }).items
      .filter(({ scene }) => scene !== without)
      .map(each => wrap(each.id));

  class GameObject {
    constructor(readonly id: string) {}
    #info() {
      return ask('object.get', { id: this.id }) as Info;
    }
    get name() {
      return this.#info().name;
    }
    set name(name: string) {
      ask('member.write', { object: this.id, type: 'UnityEngine.GameObject', name: 'name', value: name });
    }
    get path() {
      return this.#info().path;
    }
    get tag() {
      return this.#info().tag;
    }
    get layer() {
      return this.#info().layer;
    }
    get active() {
      return this.#info().active;
    }
    get activeSelf() {
      return this.#info().activeSelf;
    }
    get alive() {
      try {
        return this.#info() !== undefined;
      } catch {
        return false;
      }
    }
    get parent() {
      const { parent } = this.#info();
      return parent === null ? null : wrap(parent);
    }
    set parent(parent: GameObject | null) {
      ask('object.reparent', { id: this.id, parent: parent === null ? null : parent.id });
    }
    get children() {
      return listed({ parent: this.id });
    }
    get components() {
      const page = ask('component.list', { object: this.id, limit: 1000 }) as { items: { type: string }[] };
      return page.items.map(each => each.type);
    }
    get transform() {
      return component(this.id, 'UnityEngine.Transform');
    }
    get position() {
      return (this.transform as { position: Vector3 }).position;
    }
    set position(position: Vector3) {
      (this.transform as { position: Vector3 }).position = position;
    }
    setActive(active: boolean) {
      ask('object.activate', { id: this.id, active });
    }
    getComponent(type: string) {
      const found = this.components.find(each => each === type || each.endsWith(`.${type}`));
      return found === undefined ? null : component(this.id, found);
    }
    addComponent(type: string) {
      return component(this.id, (ask('component.add', { object: this.id, type }) as { type: string }).type);
    }
    destroy() {
      ask('object.destroy', { id: this.id });
    }
    toString() {
      return `${this.name} (UnityEngine.GameObject)`;
    }
    toJSON() {
      return this.id;
    }
  }

  const members = new Map<string, Map<string, string>>();
  const components = new WeakMap<object, { object: string; type: string }>();

  /** A proxy whose members can be read, written and called by name. */
  function component(object: string, type: string): object {
    const kinds = (): Map<string, string> => {
      const known = members.get(type);
      if (known !== undefined) return known;
      const page = ask('member.list', { object, type, methods: true, limit: 1000 }) as {
        items: { name: string; kind: string }[];
      };
      const found = new Map(page.items.map(each => [each.name, each.kind]));
      members.set(type, found);
      return found;
    };
    const made = new Proxy(Object.create(null) as object, {
      get(_, name) {
        if (typeof name === 'symbol') return undefined;
        if (name === 'toString') return () => `${wrap(object).name} (${type})`;
        if (name === 'toJSON') return () => object;
        const kind = kinds().get(name);
        if (kind === undefined) return undefined;
        if (kind !== 'method') return from(ask('member.read', { object, type, name }) as Value);
        return (...args: unknown[]) => from(ask('method.call', { object, type, name, args }) as Value);
      },
      set(_, name, value) {
        ask('member.write', { object, type, name: String(name), value });
        return true;
      },
      has: (_, name) => typeof name === 'string' && kinds().has(name),
      ownKeys: () => [],
    });
    components.set(made, { object, type });
    return made;
  }

  function from(value: Value): unknown {
    if (value.ref !== undefined) {
      return value.type === 'UnityEngine.GameObject' ? wrap(value.ref) : component(value.ref, value.type);
    }
    if (value.type === 'UnityEngine.Vector3') {
      const { x, y, z } = value.json as Vector3;
      return new Vector3(x, y, z);
    }
    return value.type === 'System.Void' ? undefined : (value.json ?? value.text);
  }

  return { Vector3, GameObject, wrap, listed, from, componentBehind: value => components.get(value) };
}
