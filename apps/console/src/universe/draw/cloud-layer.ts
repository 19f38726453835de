import type { Entity } from '@worldwire/universe/sky';
import {
  AdditiveBlending,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  type Object3D,
  PlaneGeometry,
  Points,
  type Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { Baker } from './baker.js';
import { rgbOf } from './colour.js';
import type { Frame, Triple } from './frame.js';
import { seeded } from './seeded.js';
import { FLAT_VERTEX } from './shaders/bodies.js';
import {
  DISK_FRAGMENT,
  DUST_FRAGMENT,
  DUST_VERTEX,
  HAZE_FRAGMENT,
  SPRITE_FRAGMENT,
} from './shaders/clouds.js';
import { numberOf as number, vectorOf } from './vector.js';

const MAX_GRAINS = 8_000;
const BANDS = 16;
const GRAVITY = 6.6743e-20;

/** A group of many systems, as the light of its stars. */
export interface Haze {
  readonly id: string;
  readonly at: { readonly root: number; readonly x: number; readonly y: number; readonly z: number };
  readonly radius: number;
  readonly tint: string | undefined;
  readonly strength: number;
}

interface Cloud {
  readonly entity: unknown;
  readonly objects: readonly (
    | Points<BufferGeometry, ShaderMaterial>
    | Mesh<BufferGeometry, ShaderMaterial>
  )[];
  place(frame: Frame): void;
}

/** What lies between the bodies: belts and fields of small bodies, disks, nebulae, and the light of galaxies. */
export class CloudLayer {
  readonly #scene: Object3D;
  readonly #baker: Baker;
  readonly #clouds = new Map<string, Cloud>();
  readonly #quad = new PlaneGeometry(2, 2) as BufferGeometry;
  facing: Quaternion;

  constructor(scene: Object3D, baker: Baker) {
    this.#scene = scene;
    this.#baker = baker;
    this.facing = new Mesh().quaternion;
  }

  field(entity: Entity): void {
    this.#replace(`field ${entity.id}`, entity, () =>
      this.#annulus(entity, String(entity.hostStarId ?? ''), false),
    );
  }

  disk(entity: Entity): void {
    const host = String(entity.centralStarId ?? '');
    this.#replace(`disk ${entity.id}`, entity, () => this.#annulus(entity, host, true));
  }

  nebula(entity: Entity): void {
    this.#replace(`nebula ${entity.id}`, entity, () => this.#nebula(entity));
  }

  haze(haze: Haze): void {
    this.#replace(`haze ${haze.id}`, haze, () => this.#haze(haze));
  }

  remove(kind: 'field' | 'disk' | 'nebula' | 'haze', id: string): void {
    this.#drop(`${kind} ${id}`);
  }

  clear(): void {
    for (const key of [...this.#clouds.keys()]) this.#drop(key);
  }

  draw(frame: Frame): void {
    for (const cloud of this.#clouds.values()) cloud.place(frame);
  }

  #replace(key: string, entity: unknown, make: () => Cloud): void {
    if (this.#clouds.get(key)?.entity === entity) return;
    this.#drop(key);
    const cloud = make();
    for (const object of cloud.objects) {
      object.frustumCulled = false;
      object.visible = false;
      this.#scene.add(object);
    }
    this.#clouds.set(key, cloud);
  }

  #drop(key: string): void {
    for (const object of this.#clouds.get(key)?.objects ?? []) {
      this.#scene.remove(object);
      object.material.dispose();
      if (object.geometry !== this.#quad) object.geometry.dispose();
    }
    this.#clouds.delete(key);
  }

  #annulus(entity: Entity, host: string, hazy: boolean): Cloud {
    const outer = number(entity.outerRadius, 1);
    const inner = Math.min(number(entity.innerRadius, outer / 2), outer);
    const share = inner / outer;
    const opacity = number(entity.opacity, 0.5) * number(entity.brightness, 0.8);
    const tint = new Vector3(...rgbOf(entity.baseColor, [0.55, 0.5, 0.42]));
    const accent = new Vector3(...rgbOf(entity.highlightColor ?? entity.baseColor, [0.8, 0.75, 0.65]));
    const angles = { value: new Array<number>(BANDS).fill(0) };
    const grains = new Points(
      grainGeometry(entity, share, number(entity.thickness, 0) / outer),
      new ShaderMaterial({
        vertexShader: DUST_VERTEX,
        fragmentShader: DUST_FRAGMENT,
        uniforms: {
          centre: { value: new Vector3() },
          outer: { value: 1 },
          angles,
          tint: { value: tint },
          accent: { value: accent },
          alpha: { value: Math.min(1, opacity) },
          density: { value: 1 },
        },
        transparent: true,
        depthWrite: false,
      }),
    );
    grains.renderOrder = 2;
    const haze = Math.min(1, opacity) * 1.5;
    const disk = new Mesh(
      annulusGeometry(share),
      new ShaderMaterial({
        vertexShader: FLAT_VERTEX,
        fragmentShader: DISK_FRAGMENT,
        uniforms: {
          tint: { value: tint },
          accent: { value: accent },
          inner: { value: share },
          alpha: { value: haze },
          seed: { value: seeded(String(entity.seed ?? entity.id))() * 30 },
        },
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        blending: AdditiveBlending,
      }),
    );
    disk.renderOrder = 0;
    const turning = number(entity.rotationSpeedMultiplier, 1);
    return {
      entity,
      objects: hazy ? [grains, disk] : [grains],
      place: frame => {
        const slot = frame.space.slots.get(host);
        const at = slot === undefined ? undefined : frame.space.from(slot, frame.camera, relative);
        const size = outer * frame.scale;
        const far = at === undefined ? 0 : Math.hypot(at[0]!, at[1]!, at[2]!) * frame.scale;
        const shown = at !== undefined && size / Math.max(far, 1e-9) > 6 / frame.pixels;
        grains.visible = shown;
        disk.visible = shown;
        if (!shown) return;
        const { uniforms } = grains.material;
        uniforms.centre!.value.set(at[0]! * frame.scale, at[1]! * frame.scale, at[2]! * frame.scale);
        uniforms.outer!.value = size;
        uniforms.density!.value = frame.density;
        disk.position.copy(uniforms.centre!.value);
        disk.scale.setScalar(size);
        // From within its plane a flat disk would be a bright line.
        const height = Math.abs(at[1]!) / Math.hypot(at[0]!, at[1]!, at[2]!);
        disk.material.uniforms.alpha!.value = haze * Math.min(1, height * 5);
        const mass = frame.space.mass[slot!]!;
        for (let band = 0; band < BANDS; band++) {
          const radius = outer * (share + ((1 - share) * (band + 0.5)) / BANDS);
          const turned = turning * Math.sqrt((GRAVITY * mass) / radius ** 3) * frame.space.time;
          angles.value[band] = turned % (2 * Math.PI);
        }
      },
    };
  }

  #nebula(entity: Entity): Cloud {
    const [x, y, z] = vectorOf(entity.position);
    const radius = number(entity.radius, 0);
    const material = new ShaderMaterial({
      vertexShader: FLAT_VERTEX,
      fragmentShader: SPRITE_FRAGMENT,
      uniforms: { map: { value: null }, alpha: { value: 1 } },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    const sprite = new Mesh(this.#quad, material);
    sprite.renderOrder = -1;
    const key = `nebula ${entity.id} ${JSON.stringify([entity.baseColor, entity.accentColor, entity.seed])}`;
    return {
      entity,
      objects: [sprite],
      place: frame => {
        const camera = frame.space.inFrame(frame.camera, -1);
        const [dx, dy, dz] = [x - camera.x, y - camera.y, z - camera.z];
        const far = Math.hypot(dx, dy, dz);
        const apparent = (radius / far) * frame.pixels;
        sprite.visible = apparent > 1 && far > radius * 0.1;
        if (!sprite.visible) return;
        const map =
          this.#baker.known(key) ??
          this.#baker.nebula(
            key,
            String(entity.seed ?? entity.id),
            rgbOf(entity.baseColor, [0.7, 0.35, 0.5]),
            rgbOf(entity.accentColor, [0.4, 0.7, 0.85]),
            number(entity.noiseScale, 1.5),
            number(entity.noiseDetail, 5),
          );
        material.uniforms.map!.value = map.texture;
        const bright = number(entity.brightness, 0.7) * (0.6 + 0.6 * number(entity.density, 0.5));
        material.uniforms.alpha!.value = bright * Math.min(1, (far / radius - 0.1) * 1.4);
        sprite.position.set(dx * frame.scale, dy * frame.scale, dz * frame.scale);
        sprite.scale.setScalar(radius * 1.5 * frame.scale);
        sprite.quaternion.copy(this.facing);
      },
    };
  }

  #haze(haze: Haze): Cloud {
    const material = new ShaderMaterial({
      vertexShader: FLAT_VERTEX,
      fragmentShader: HAZE_FRAGMENT,
      uniforms: {
        tint: { value: new Vector3(...rgbOf(haze.tint, [0.8, 0.75, 1])) },
        alpha: { value: haze.strength },
      },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      blending: AdditiveBlending,
    });
    const sprite = new Mesh(this.#quad, material);
    sprite.renderOrder = -1;
    // In the plane of the galaxy: the light is a disk too.
    sprite.rotation.x = -Math.PI / 2;
    return {
      entity: haze,
      objects: [sprite],
      place: frame => {
        const camera = frame.space.inFrame(frame.camera, haze.at.root);
        const away: Triple = [haze.at.x - camera.x, haze.at.y - camera.y, haze.at.z - camera.z];
        const far = Math.hypot(...away);
        sprite.visible = haze.radius / far > 2 / frame.pixels && far > haze.radius * 0.3;
        material.uniforms.alpha!.value = haze.strength * Math.min(1, far / haze.radius - 0.3);
        sprite.position.set(away[0] * frame.scale, away[1] * frame.scale, away[2] * frame.scale);
        sprite.scale.setScalar(haze.radius * frame.scale);
      },
    };
  }

  dispose(): void {
    this.clear();
    this.#quad.dispose();
  }
}

const relative = new Float64Array(3);

function grainGeometry(entity: Entity, inner: number, thickness: number): BufferGeometry {
  const count = Math.min(MAX_GRAINS, Math.max(0, Math.floor(number(entity.particleCount, 1_000))));
  const random = seeded(String(entity.seed ?? entity.id));
  const clumps = Array.from({ length: 9 }, () => random() * 6.2832);
  const clumpiness = Math.min(1, number(entity.clumpiness, 0));
  const grains = new Float32Array(count * 4);
  const bands = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    // More in the middle of the belt than at its edges.
    const share = (random() + random()) / 2;
    const clump = random() < clumpiness * 0.5 ? clumps[Math.floor(random() * clumps.length)]! : undefined;
    const phase = clump === undefined ? random() * 6.2832 : clump + (random() + random() - 1) * 0.5;
    const height = (random() + random() + random() - 1.5) * (thickness / 2) * 0.8;
    grains.set([inner + (1 - inner) * share, phase, height, random() ** 2], index * 4);
    bands[index] = Math.min(BANDS - 1, Math.floor(share * BANDS));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3));
  geometry.setAttribute('grain', new BufferAttribute(grains, 4));
  geometry.setAttribute('band', new BufferAttribute(bands, 1));
  return geometry;
}

function annulusGeometry(inner: number): BufferGeometry {
  const [turns, rings] = [96, 8];
  const places: number[] = [];
  const index: number[] = [];
  for (let turn = 0; turn <= turns; turn++)
    for (let ring = 0; ring <= rings; ring++) {
      const angle = (turn / turns) * 2 * Math.PI;
      const radius = inner + ((1 - inner) * ring) / rings;
      places.push(radius * Math.cos(angle), 0, radius * Math.sin(angle));
      if (turn === turns || ring === rings) continue;
      const at = turn * (rings + 1) + ring;
      index.push(at, at + 1, at + rings + 1, at + 1, at + rings + 2, at + rings + 1);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(index);
  return geometry;
}
