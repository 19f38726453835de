import {
  LinearFilter,
  Mesh,
  NoBlending,
  OrthographicCamera,
  PlaneGeometry,
  RepeatWrapping,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { Rgb } from './colour.js';
import { seeded } from './seeded.js';
import { BAKE_FRAGMENT, QUAD_VERTEX } from './shaders/bodies.js';
import { NEBULA_BAKE_FRAGMENT } from './shaders/clouds.js';
import { type Looks, SURFACES } from './surface.js';

/** More than bodies are near at once. */
const MAX_MAPS = 64;

/** Draws the map of a body or a nebula once, so that a picture of it costs one look into the map per pixel. */
export class Baker {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #quad: Mesh;
  readonly #maps = new Map<string, WebGLRenderTarget>();
  readonly #ground = new ShaderMaterial({
    vertexShader: QUAD_VERTEX,
    fragmentShader: BAKE_FRAGMENT,
    uniforms: {
      surface: { value: 0 },
      tint: { value: new Vector3() },
      contrast: { value: 1 },
      seed: { value: new Vector3() },
    },
    depthTest: false,
    depthWrite: false,
    blending: NoBlending,
  });
  readonly #nebula = new ShaderMaterial({
    vertexShader: QUAD_VERTEX,
    fragmentShader: NEBULA_BAKE_FRAGMENT,
    uniforms: {
      tint: { value: new Vector3() },
      accent: { value: new Vector3() },
      seed: { value: new Vector3() },
      detail: { value: new Vector2() },
    },
    depthTest: false,
    depthWrite: false,
    blending: NoBlending,
  });

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer;
    this.#quad = new Mesh(new PlaneGeometry(2, 2), this.#ground);
    this.#quad.frustumCulled = false;
    this.#scene.add(this.#quad);
  }

  /** A mesh for each program, to compile it early. */
  samples(): Mesh[] {
    return [this.#ground, this.#nebula].map(material => new Mesh(this.#quad.geometry, material));
  }

  /** The map if it was drawn already. */
  known(key: string): WebGLRenderTarget | undefined {
    const map = this.#maps.get(key);
    if (map !== undefined) {
      this.#maps.delete(key);
      this.#maps.set(key, map);
    }
    return map;
  }

  ground(key: string, seed: string, looks: Looks, tint: Rgb, width: number): WebGLRenderTarget {
    const { uniforms } = this.#ground;
    uniforms.surface!.value = SURFACES.indexOf(looks.surface);
    uniforms.tint!.value.set(...tint);
    uniforms.contrast!.value = looks.contrast;
    setSeed(uniforms.seed!.value, seed);
    return this.#draw(key, this.#ground, width, width / 2);
  }

  nebula(
    key: string,
    seed: string,
    tint: Rgb,
    accent: Rgb,
    scale: number,
    detail: number,
  ): WebGLRenderTarget {
    const { uniforms } = this.#nebula;
    uniforms.tint!.value.set(...tint);
    uniforms.accent!.value.set(...accent);
    setSeed(uniforms.seed!.value, seed);
    uniforms.detail!.value.set(Math.max(0.5, Math.min(6, scale)), Math.max(3, Math.min(7, detail)));
    return this.#draw(key, this.#nebula, 256, 256);
  }

  #draw(key: string, material: ShaderMaterial, width: number, height: number): WebGLRenderTarget {
    const map = new WebGLRenderTarget(width, height, { depthBuffer: false, generateMipmaps: false });
    map.texture.minFilter = LinearFilter;
    map.texture.wrapS = RepeatWrapping;
    this.#quad.material = material;
    const before = this.#renderer.getRenderTarget();
    this.#renderer.setRenderTarget(map);
    this.#renderer.render(this.#scene, this.#camera);
    this.#renderer.setRenderTarget(before);
    this.#maps.get(key)?.dispose();
    this.#maps.set(key, map);
    for (const [oldest, unused] of this.#maps) {
      if (this.#maps.size <= MAX_MAPS) break;
      unused.dispose();
      this.#maps.delete(oldest);
    }
    return map;
  }

  /** Forgets all maps, whose contents are lost with the context. */
  clear(): void {
    for (const map of this.#maps.values()) map.dispose();
    this.#maps.clear();
  }

  dispose(): void {
    this.clear();
    this.#ground.dispose();
    this.#nebula.dispose();
    this.#quad.geometry.dispose();
  }
}

function setSeed(into: Vector3, seed: string): void {
  const random = seeded(seed);
  into.set(random() * 40, random() * 40, random() * 40);
}
