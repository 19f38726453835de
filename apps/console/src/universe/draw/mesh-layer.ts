import type { Ring, Star } from '@worldwire/universe/sky';
import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  Mesh,
  type Object3D,
  PlaneGeometry,
  ShaderMaterial,
  SphereGeometry,
  type Texture,
  Vector3,
} from 'three';
import type { Baker } from './baker.js';
import { type Rgb, rgbOf } from './colour.js';
import type { Frame } from './frame.js';
import { ringMap } from './ring-map.js';
import {
  FLAT_VERTEX,
  GLOW_FRAGMENT,
  PLANET_FRAGMENT,
  RING_FRAGMENT,
  SPHERE_VERTEX,
  STAR_FRAGMENT,
  TAIL_FRAGMENT,
} from './shaders/bodies.js';
import { looksOf } from './surface.js';

const AU = 149_597_870.7;
/** Below this apparent radius a map with less detail is enough, in pixels. */
const COARSE = 90;
const WHITE = '#ffffff';
const STAR = 0;
const COMET = 4;
const BLACK_HOLE = 6;
/** Frames after which a body that is no longer near is given up. */
const KEPT_FRAMES = 120;

interface Near {
  readonly body: Star;
  readonly sphere: Mesh<BufferGeometry, ShaderMaterial>;
  readonly ring: Mesh<BufferGeometry, ShaderMaterial> | undefined;
  readonly glow: Mesh<BufferGeometry, ShaderMaterial> | undefined;
  readonly tail: Mesh<BufferGeometry, ShaderMaterial> | undefined;
  /** The colour alone, until the map is drawn. */
  readonly plain: Texture;
  /** Of the map, and its width. */
  key: string;
  detail: number;
  seen: number;
}

/** Bodies that are large enough on the picture to have a surface, with rings, the glow of stars and the tails of comets. */
export class MeshLayer {
  readonly #scene: Object3D;
  readonly #baker: Baker;
  readonly #near = new Map<string, Near>();
  readonly #sphere = new SphereGeometry(1, 96, 64);
  readonly #quad = new PlaneGeometry(2, 2);
  readonly #tail = tailGeometry();
  readonly #samples: readonly Near[];
  #frames = 0;

  constructor(scene: Object3D, baker: Baker) {
    this.#scene = scene;
    this.#baker = baker;
    this.#samples = this.#sample();
    for (const part of this.#samples.flatMap(parts)) part.visible = false;
  }

  /** Draws the bodies in `slots`. Returns whether a map is still to be drawn: at most one comes with a frame. */
  draw(
    frame: Frame,
    slots: readonly { readonly slot: number; readonly apparent: number; readonly body: Star }[],
  ): boolean {
    const now = ++this.#frames;
    // The first picture with surfaces comes without maps, which take longer.
    let [budget, wanting] = [now === 1 ? 0 : 1, false];
    for (const { slot, apparent, body } of slots) {
      let near = this.#near.get(body.id);
      if (near !== undefined && near.body !== body) {
        this.#drop(body.id, near);
        near = undefined;
      }
      if (near === undefined) {
        near = this.#make(body, frame.space.kind[slot]!);
        this.#near.set(body.id, near);
      }
      near.seen = now;
      // The baker keeps the maps that were asked for last.
      if (near.detail > 0 && this.#baker.known(near.key) === undefined) forget(near);
      const detail = apparent > COARSE ? 1024 : 512;
      if (apparent > 1.5 && frame.space.kind[slot] !== BLACK_HOLE && near.detail < detail) {
        const key = `${body.id} ${body.color} ${body.radius} ${detail}`;
        const looks = looksOf(body);
        let map = this.#baker.known(key);
        if (map === undefined && budget > 0) {
          map = this.#baker.ground(key, body.id, looks, rgbOf(body.color), detail);
          budget--;
        }
        if (map === undefined) wanting = true;
        else {
          near.sphere.material.uniforms.map!.value = map.texture;
          near.detail = detail;
          near.key = key;
        }
      }
      this.#place(frame, near, slot, apparent);
    }
    for (const [id, near] of this.#near) {
      if (near.seen === now) continue;
      for (const part of parts(near)) part.visible = false;
      if (now - near.seen > KEPT_FRAMES) this.#drop(id, near);
    }
    return wanting;
  }

  /** One of each kind stays, so that its program is compiled early and kept. */
  #sample(): Near[] {
    const ring = { innerRadiusMultiplier: 1, outerRadiusMultiplier: 2, opacity: 1, density: 1, color: WHITE };
    const body = { id: '', color: WHITE, radius: 1, mass: 1, parentId: '', ring } as unknown as Star;
    return [STAR, COMET].map(kind => this.#make(body, kind));
  }

  #make(body: Star, kind: number): Near {
    const looks = looksOf(body);
    const tint = new Vector3(...rgbOf(body.color));
    const star = kind === STAR;
    const ring = body.ring;
    const rings = ring === undefined ? undefined : ringMap(body.id, rgbOf(ring.color), ring.density);
    const span = ring === undefined ? new Vector3(1, 1, 0) : spanOf(ring);
    const plain = plainTexture(kind === BLACK_HOLE ? [0, 0, 0] : rgbOf(body.color));
    const sun = { value: new Vector3(0, 0, 1) };
    const light = { value: new Vector3(1, 1, 1) };
    const sphere = new Mesh(
      this.#sphere as BufferGeometry,
      new ShaderMaterial({
        vertexShader: SPHERE_VERTEX,
        fragmentShader: star ? STAR_FRAGMENT : PLANET_FRAGMENT,
        uniforms: {
          map: { value: plain },
          ringMap: { value: rings ?? plain },
          sun,
          light,
          tint: { value: tint },
          air: { value: looks.air },
          sea: { value: looks.surface === 'ocean' ? 1 : 0 },
          relief: { value: ['rock', 'ice', 'ocean'].includes(looks.surface) ? 2.4 : 0 },
          ring: { value: span },
        },
      }),
    );
    sphere.frustumCulled = false;
    sphere.renderOrder = 4;
    this.#scene.add(sphere);
    return {
      body,
      sphere,
      ring: rings === undefined ? undefined : this.#ringMesh(span, rings, sun, light),
      glow: star || kind === BLACK_HOLE ? this.#glowMesh(tint, kind) : undefined,
      tail: kind === COMET ? this.#tailMesh(tint) : undefined,
      plain,
      key: '',
      detail: 0,
      seen: 0,
    };
  }

  #ringMesh(
    span: Vector3,
    map: Texture,
    sun: { value: Vector3 },
    light: { value: Vector3 },
  ): Mesh<BufferGeometry, ShaderMaterial> {
    const material = new ShaderMaterial({
      vertexShader: FLAT_VERTEX,
      fragmentShader: RING_FRAGMENT,
      uniforms: { ringMap: { value: map }, sun, light, ring: { value: span }, front: { value: 1 } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    return this.#added(new Mesh(ringGeometry(span.x, span.y), material), 5);
  }

  #glowMesh(tint: Vector3, kind: number): Mesh<BufferGeometry, ShaderMaterial> {
    const material = new ShaderMaterial({
      vertexShader: FLAT_VERTEX,
      fragmentShader: GLOW_FRAGMENT,
      uniforms: {
        tint: { value: tint },
        shape: { value: new Vector3(0.2, 1, kind === BLACK_HOLE ? 1 : 0) },
      },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    return this.#added(new Mesh(this.#quad as BufferGeometry, material), 6);
  }

  #tailMesh(tint: Vector3): Mesh<BufferGeometry, ShaderMaterial> {
    const material = new ShaderMaterial({
      vertexShader: FLAT_VERTEX,
      fragmentShader: TAIL_FRAGMENT,
      uniforms: { tint: { value: tint }, strength: { value: 0.7 } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      blending: AdditiveBlending,
    });
    return this.#added(new Mesh(this.#tail, material), 6);
  }

  #added<M extends Mesh>(mesh: M, order: number): M {
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    this.#scene.add(mesh);
    return mesh;
  }

  #place(frame: Frame, near: Near, slot: number, apparent: number): void {
    const { space, scale, camera, pixels } = frame;
    const [x, y, z] = space.from(slot, camera, relative) as unknown as [number, number, number];
    const size = Math.max(space.radius[slot]! * scale, 1e-12);
    const { sphere, ring, glow, tail } = near;
    const far = Math.hypot(x, y, z) * scale;
    sphere.visible = apparent > 1.2;
    sphere.position.set(x * scale, y * scale, z * scale);
    sphere.scale.setScalar(size);
    const sun = lightOf(frame, slot);
    sphere.material.uniforms.sun!.value.copy(sun);
    if (ring !== undefined) {
      ring.visible = apparent > 0.8;
      ring.position.copy(sphere.position);
      ring.scale.setScalar(size);
      ring.material.uniforms.front!.value = sun.y * -y > 0 ? 1 : 0;
    }
    if (glow !== undefined) {
      const black = space.kind[slot] === BLACK_HOLE;
      // The halo is at least this large, so that a star is seen as one from afar.
      const least = (black ? 14 : 96) / pixels;
      const wide = black
        ? Math.max(size * 4.5, least * far)
        : Math.max(size * 3.2, size + least * far * Math.min(1, 0.6 + apparent / 20));
      glow.visible = true;
      glow.position.copy(sphere.position);
      glow.scale.setScalar(wide);
      glow.quaternion.copy(this.facing);
      glow.material.uniforms.shape!.value.set(size / wide, 1, black ? 1 : 0);
    }
    if (tail !== undefined) placeTail(frame, tail, sphere.position, sun, slot);
  }

  /** The rotation of the camera. */
  facing = new Mesh().quaternion;

  #drop(id: string, near: Near): void {
    this.#near.delete(id);
    for (const part of parts(near)) {
      this.#scene.remove(part);
      part.material.dispose();
    }
    near.plain.dispose();
    near.ring?.geometry.dispose();
    near.ring?.material.uniforms.ringMap?.value.dispose();
  }

  /** After a lost context all maps are drawn again. */
  forgetMaps(): void {
    for (const near of this.#near.values()) forget(near);
  }

  dispose(): void {
    for (const [id, near] of this.#near) this.#drop(id, near);
    for (const sample of this.#samples) this.#drop('', sample);
    for (const geometry of [this.#sphere, this.#quad, this.#tail]) geometry.dispose();
  }
}

const relative = new Float64Array(3);
const sunVector = new Vector3();

/** The direction to the star that lights a body: the nearest one above it, otherwise the camera's. */
function lightOf(frame: Frame, slot: number): Vector3 {
  const { space } = frame;
  let star = space.parent[slot]!;
  while (star >= 0 && space.kind[star] !== STAR) star = space.parent[star]!;
  if (star < 0) return sunVector.set(...frame.back);
  const at = space.placeOf(slot);
  space.from(star, at, sunRelative);
  return sunVector.set(sunRelative[0]!, sunRelative[1]!, sunRelative[2]!).normalize();
}

const sunRelative = new Float64Array(3);

function placeTail(
  frame: Frame,
  tail: Mesh<BufferGeometry, ShaderMaterial>,
  at: Vector3,
  sun: Vector3,
  slot: number,
): void {
  const far = Math.hypot(sunRelative[0]!, sunRelative[1]!, sunRelative[2]!) / AU;
  const length = 0.35 * AU * Math.min(2, 1 / far ** 1.2);
  tail.visible = frame.space.parent[slot]! >= 0 && far < 7;
  if (!tail.visible) return;
  const away = sun.clone().negate();
  const across = new Vector3().crossVectors(away, at.clone().negate().normalize()).normalize();
  tail.position.copy(at);
  tail.matrixAutoUpdate = true;
  tail.up.copy(across);
  tail.matrix.makeBasis(away, across, new Vector3().crossVectors(away, across));
  tail.quaternion.setFromRotationMatrix(tail.matrix);
  tail.scale.set(length * frame.scale, length * frame.scale * 0.16, 1);
  tail.material.uniforms.strength!.value = Math.min(0.9, 1.2 / far);
}

function parts({ sphere, ring, glow, tail }: Near): Mesh<BufferGeometry, ShaderMaterial>[] {
  return [sphere, ring, glow, tail].filter(part => part !== undefined);
}

function spanOf({ innerRadiusMultiplier, outerRadiusMultiplier, opacity }: Ring): Vector3 {
  const outer = Math.max(innerRadiusMultiplier + 0.01, outerRadiusMultiplier);
  return new Vector3(innerRadiusMultiplier, outer, Math.max(0, Math.min(1, opacity)));
}

function ringGeometry(inner: number, outer: number): BufferGeometry {
  const [turns, bands] = [160, 6];
  const places: number[] = [];
  const index: number[] = [];
  for (let turn = 0; turn <= turns; turn++) {
    const angle = (turn / turns) * 2 * Math.PI;
    for (let band = 0; band <= bands; band++) {
      const radius = inner + ((outer - inner) * band) / bands;
      places.push(radius * Math.cos(angle), 0, radius * Math.sin(angle));
      if (turn === turns || band === bands) continue;
      const at = turn * (bands + 1) + band;
      index.push(at, at + 1, at + bands + 1, at + 1, at + bands + 2, at + bands + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(index);
  return geometry;
}

/** From the head at the origin along +x. */
function tailGeometry(): BufferGeometry {
  return new PlaneGeometry(1, 1, 12, 1).translate(0.5, 0, 0);
}

function plainTexture([r, g, b]: Rgb): Texture {
  const texture = new DataTexture(new Uint8Array([r * 230, g * 230, b * 230, 128]), 1, 1);
  texture.needsUpdate = true;
  return texture;
}

function forget(near: Near): void {
  near.detail = 0;
  near.sphere.material.uniforms.map!.value = near.plain;
}
