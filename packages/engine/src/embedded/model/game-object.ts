import { Object3D } from 'three';
import type { ObjectInfo } from '../../port/operations.js';
import type { Component } from './component.js';
import type { Scene } from './scene.js';
import type { World } from './world.js';

/**
 * An object of a scene, with a three node for its transform. The hierarchy is kept here in ordered sets; of three only `parent` is used,
 * because its arrays of children make a removal cost the number of siblings.
 */
export class GameObject {
  readonly id: string;
  readonly node = new Object3D();
  readonly components: Component[] = [];
  readonly children = new Set<GameObject>();
  parent: GameObject | null = null;
  tag = 'Untagged';
  layer = 0;
  activeSelf = true;
  /** Whether it and all its parents are active. Set by the world. */
  active = true;
  alive = true;
  #name: string;
  #lowerName: string;
  #path = '';
  #lowerPath = '';
  #pathVersion = -1;

  constructor(
    readonly world: World,
    readonly number: number,
    name: string,
    public scene: Scene,
  ) {
    this.id = `obj:${number}`;
    this.#name = name;
    this.#lowerName = name.toLowerCase();
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    this.#lowerName = name.toLowerCase();
    this.world.pathVersion++;
  }

  get lowerName(): string {
    return this.#lowerName;
  }

  /** From its root, such as "/Arena/Crate". */
  get path(): string {
    if (this.#pathVersion !== this.world.pathVersion) {
      this.#path = `${this.parent?.path ?? ''}/${this.#name}`;
      this.#lowerPath = this.#path.toLowerCase();
      this.#pathVersion = this.world.pathVersion;
    }
    return this.#path;
  }

  get lowerPath(): string {
    return this.path && this.#lowerPath;
  }

  get transform(): Component {
    return this.components[0] as Component;
  }

  /** The first component of a type or of a derived type. */
  component<Found extends Component = Component>(type: string): Found | undefined {
    return this.components.find(each => each.type.isA(type)) as Found | undefined;
  }

  /** Itself and all its descendants, parents first. */
  *family(): Iterable<GameObject> {
    yield this;
    for (const child of this.children) yield* child.family();
  }

  isBelow(other: GameObject): boolean {
    for (let above: GameObject | null = this; above !== null; above = above.parent) {
      if (above === other) return true;
    }
    return false;
  }

  describe(): ObjectInfo {
    return {
      id: this.id,
      name: this.#name,
      path: this.path,
      scene: this.scene.id,
      parent: this.parent?.id ?? null,
      tag: this.tag,
      layer: this.layer,
      activeSelf: this.activeSelf,
      active: this.active,
      childCount: this.children.size,
      componentCount: this.components.length,
    };
  }
}
