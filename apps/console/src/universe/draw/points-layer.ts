import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  NormalBlending,
  Points,
  type Scene,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { BodySpace, Place } from './body-space.js';
import type { Frame } from './frame.js';
import { POINT_FRAGMENT, POINT_VERTEX } from './shaders/points.js';

/** A larger body has a surface, which covers its point. Device pixels. */
const LARGEST_PX = 60;
/** Graphics cards draw no larger points. */
const MAX_POINT_PX = 500;
/** How far the target may be from where the places were counted from, as a share of the distance of the camera. */
const MAX_DRIFT = 2;
/** So many stars on the picture have their full light. */
const LIT_STARS = 5_000;
const MIN_LIGHT = 0.07;
/** With more stars, a share of them stands for all. */
const CROWD = 5_000;
/** Coprime with every likely number of slots. */
const STRIDE = 7_919;
const SUN_KG = 1.989e30;

/** Every body as a point: stars add light, others cover. Places are counted from near the target of the camera. */
export class PointsLayer {
  readonly #scene: Scene;
  /** Both have the same attributes, and the slots of their own bodies as index. */
  #geometry = new BufferGeometry();
  #otherGeometry = new BufferGeometry();
  /** 1: listed as a star, 2: listed as another body. A slot that changed its kind stays listed, and the shader leaves it out. */
  #listed = new Uint8Array(0);
  #starCount = 0;
  #otherCount = 0;
  #anchor: Place = { root: -1, x: 0, y: 0, z: 0 };
  readonly #stars: Points;
  readonly #others: Points;
  readonly #uniforms = {
    camera: { value: new Vector3() },
    scale: { value: 1 },
    pixels: { value: 1 },
    density: { value: 1 },
    crowd: { value: 1 },
    largest: { value: LARGEST_PX },
  };
  #capacity = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#stars = this.#points(AdditiveBlending, 2);
    this.#others = this.#points(NormalBlending, 3);
  }

  #points(blending: typeof AdditiveBlending | typeof NormalBlending, order: number): Points {
    const material = new ShaderMaterial({
      // One geometry, drawn twice: each pass leaves out what belongs to the other.
      vertexShader: POINT_VERTEX.replace(
        'if (look.x < 0.0',
        `if (star != ${blending === AdditiveBlending} || look.x < 0.0`,
      ),
      fragmentShader: POINT_FRAGMENT,
      uniforms: this.#uniforms,
      transparent: true,
      depthWrite: false,
      blending,
    });
    const points = new Points(blending === AdditiveBlending ? this.#geometry : this.#otherGeometry, material);
    points.frustumCulled = false;
    points.renderOrder = order;
    this.#scene.add(points);
    return points;
  }

  /** All looks changed. */
  updateAll(space: BodySpace): void {
    this.#allocate(space);
  }

  /** Slots whose looks changed. */
  update(space: BodySpace, slots: Iterable<number>): void {
    if (space.radius.length > this.#capacity) {
      this.#allocate(space);
      return;
    }
    const look = this.#geometry.getAttribute('look') as BufferAttribute;
    const tint = this.#geometry.getAttribute('tint') as BufferAttribute;
    for (const slot of slots) {
      writeLooks(space, slot, look.array as Float32Array, tint.array as Float32Array);
      this.#list(space, slot);
      look.addUpdateRange(slot * 4, 4);
      tint.addUpdateRange(slot * 3, 3);
    }
    look.needsUpdate = true;
    tint.needsUpdate = true;
  }

  /** `lit` stars are on the picture: the more there are, the fainter is each. `alone`: large bodies are points too. */
  draw(
    frame: Frame,
    {
      moved,
      lit,
      share,
      alone,
    }: {
      readonly moved: boolean;
      readonly lit: number;
      readonly share: number;
      readonly alone: boolean;
    },
  ): void {
    const { space, target, camera, distance } = frame;
    if (space.radius.length > this.#capacity) this.#allocate(space);
    const from = space.inFrame(this.#anchor, target.root);
    const drift = Math.hypot(from.x - target.x, from.y - target.y, from.z - target.z);
    if (moved || !(drift < MAX_DRIFT * distance)) {
      this.#anchor = { ...target };
      this.#upload(space);
    }
    const shift = space.inFrame(camera, this.#anchor.root);
    this.#uniforms.camera.value.set(
      shift.x - this.#anchor.x,
      shift.y - this.#anchor.y,
      shift.z - this.#anchor.z,
    );
    this.#uniforms.largest.value = alone ? MAX_POINT_PX : LARGEST_PX;
    this.#uniforms.scale.value = frame.scale;
    this.#uniforms.pixels.value = frame.pixels * frame.density;
    this.#uniforms.density.value = frame.density;
    const drawn = this.#starCount > CROWD ? Math.ceil(this.#starCount * share) : this.#starCount;
    this.#geometry.setDrawRange(0, drawn);
    const light = LIT_STARS / Math.max(1, (lit * drawn) / Math.max(1, this.#starCount));
    this.#uniforms.crowd.value = Math.max(MIN_LIGHT, Math.min(0.95, light));
  }

  #upload(space: BodySpace): void {
    const attribute = this.#geometry.getAttribute('position') as BufferAttribute;
    const places = attribute.array as Float32Array;
    const { root, own, local, end } = space;
    const { x, y, z } = this.#anchor;
    const base = this.#anchor.root * 3;
    const [bx, by, bz] = base < 0 ? [0, 0, 0] : [own[base]!, own[base + 1]!, own[base + 2]!];
    for (let slot = 0; slot < end; slot++) {
      const [at, top] = [slot * 3, root[slot]! * 3];
      places[at] = own[top]! - bx + (local[at]! - x);
      places[at + 1] = own[top + 1]! - by + (local[at + 1]! - y);
      places[at + 2] = own[top + 2]! - bz + (local[at + 2]! - z);
    }
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, end * 3);
    attribute.needsUpdate = true;
  }

  #allocate(space: BodySpace): void {
    this.#capacity = space.radius.length;
    this.#geometry.dispose();
    this.#otherGeometry.dispose();
    this.#geometry = new BufferGeometry();
    this.#otherGeometry = new BufferGeometry();
    this.#listed = new Uint8Array(this.#capacity);
    this.#starCount = 0;
    this.#otherCount = 0;
    const look = new Float32Array(this.#capacity * 4);
    const tint = new Float32Array(this.#capacity * 3);
    for (let slot = 0; slot < this.#capacity; slot++) writeLooks(space, slot, look, tint);
    const places = new BufferAttribute(new Float32Array(this.#capacity * 3), 3).setUsage(DynamicDrawUsage);
    const attributes = {
      position: places,
      look: new BufferAttribute(look, 4),
      tint: new BufferAttribute(tint, 3),
    };
    for (const geometry of [this.#geometry, this.#otherGeometry]) {
      for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute);
      geometry.setIndex(new BufferAttribute(new Uint32Array(this.#capacity), 1));
      geometry.setDrawRange(0, 0);
    }
    this.#stars.geometry = this.#geometry;
    this.#others.geometry = this.#otherGeometry;
    // In a mixed order, so that the first ones are a fair sample.
    for (let step = 0; step < space.end; step++) this.#list(space, (step * STRIDE) % space.end);
    for (let slot = 0; slot < space.end; slot++) this.#list(space, slot);
    for (const { index } of [this.#geometry, this.#otherGeometry]) index!.clearUpdateRanges();
    this.#anchor = { root: -1, x: Number.NaN, y: 0, z: 0 };
  }

  #list(space: BodySpace, slot: number): void {
    if (space.radius[slot]! < 0) return;
    const star = space.kind[slot] === 0;
    const bit = star ? 1 : 2;
    if ((this.#listed[slot]! & bit) !== 0) return;
    this.#listed[slot]! |= bit;
    const at = star ? this.#starCount++ : this.#otherCount++;
    const geometry = star ? this.#geometry : this.#otherGeometry;
    geometry.index!.setX(at, slot);
    geometry.index!.addUpdateRange(at, 1);
    geometry.index!.needsUpdate = true;
    geometry.setDrawRange(0, at + 1);
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#otherGeometry.dispose();
    (this.#stars.material as ShaderMaterial).dispose();
    (this.#others.material as ShaderMaterial).dispose();
  }
}

function writeLooks(space: BodySpace, slot: number, look: Float32Array, tint: Float32Array): void {
  const used = space.radius[slot]! >= 0;
  look[slot * 4] = used ? space.radius[slot]! : -1;
  look[slot * 4 + 1] = space.kind[slot]!;
  look[slot * 4 + 2] = space.parent[slot]! < 0 ? 0 : space.axis[slot]!;
  look[slot * 4 + 3] = Math.max(0, Math.min(1, 0.5 + 0.28 * Math.log10((space.mass[slot]! || 1) / SUN_KG)));
  for (let part = 0; part < 3; part++) tint[slot * 3 + part] = space.colour[slot * 3 + part]!;
}
