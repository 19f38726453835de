import {
  type BufferGeometry,
  Color,
  Group,
  LinearSRGBColorSpace,
  Matrix4,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  type ShaderMaterial,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { UniverseCopy } from '../model/universe-copy.js';
import { Backdrop } from './backdrop.js';
import { Baker } from './baker.js';
import { FIELD_OF_VIEW } from './camera.js';
import { CloudLayer } from './cloud-layer.js';
import type { Frame } from './frame.js';
import { MeshLayer } from './mesh-layer.js';
import { OrbitLayer, type OrbitLine } from './orbit-layer.js';
import { PointsLayer } from './points-layer.js';
import type { Survey } from './survey.js';

const basis = new Matrix4();

/**
 * All that the graphics card draws. The first picture has points and orbits alone: the programs for surfaces, rings and
 * clouds are compiled meanwhile, which takes seconds without a graphics card.
 */
export class Picture {
  readonly points: PointsLayer;
  readonly clouds: CloudLayer;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  /** What needs the programs that are compiled later. */
  readonly #late = new Group();
  readonly #lens = new PerspectiveCamera((FIELD_OF_VIEW * 180) / Math.PI, 1, 1e-9, 1e9);
  readonly #baker: Baker;
  readonly #backdrop: Backdrop;
  readonly #orbits: OrbitLayer;
  readonly #meshes: MeshLayer;
  #uncompiled: Mesh<BufferGeometry, ShaderMaterial>[] | undefined;
  #complete = false;

  /** Throws if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('webgl2', { antialias: false, powerPreference: 'high-performance' });
    if (context === null) throw new Error('This browser has no WebGL 2.');
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#renderer.setClearColor(new Color().setRGB(0.017, 0.024, 0.043), 1);
    this.#baker = new Baker(this.#renderer);
    this.#late.visible = false;
    this.#scene.add(this.#late);
    this.#backdrop = new Backdrop(this.#scene);
    this.points = new PointsLayer(this.#scene);
    this.#orbits = new OrbitLayer(this.#scene);
    this.#meshes = new MeshLayer(this.#late, this.#baker);
    this.clouds = new CloudLayer(this.#late, this.#baker);
  }

  /** Device pixels per CSS pixel. */
  get density(): number {
    return this.#renderer.getPixelRatio();
  }

  set density(ratio: number) {
    if (ratio !== this.density) this.#renderer.setPixelRatio(ratio);
  }

  resize(width: number, height: number): void {
    this.#renderer.setSize(width, height, false);
    this.#lens.aspect = width / height;
    this.#lens.updateProjectionMatrix();
  }

  /** `share` of the stars of a crowd are drawn. Returns whether a map of a surface is still to be drawn. */
  draw(
    frame: Frame,
    copy: UniverseCopy | undefined,
    { near, orbits, lit }: Survey,
    { moved, share, ghosts }: { moved: boolean; share: number; ghosts: readonly OrbitLine[] },
  ): boolean {
    this.#lens.quaternion.setFromRotationMatrix(
      basis.makeBasis(new Vector3(...frame.right), new Vector3(...frame.up), new Vector3(...frame.back)),
    );
    const complete = this.#complete;
    this.#backdrop.draw(frame.distance, frame.density);
    this.points.draw(frame, { moved, lit, share, alone: !complete });
    let wanting = false;
    if (complete) {
      this.clouds.facing.copy(this.#lens.quaternion);
      this.clouds.draw(frame);
      this.#meshes.facing.copy(this.#lens.quaternion);
      const bodies = near.flatMap(({ slot, apparent }) => {
        const id = frame.space.ids[slot];
        const body = id === undefined ? undefined : copy?.drawnBody(id);
        return body === undefined ? [] : [{ slot, apparent, body }];
      });
      wanting = this.#meshes.draw(frame, bodies);
    }
    this.#orbits.begin();
    for (const { slot, alpha } of orbits) this.#orbits.addBody(frame, slot, alpha);
    for (const orbit of ghosts) this.#orbits.add(orbit);
    this.#orbits.end();
    this.#late.visible = complete;
    this.#renderer.render(this.#scene, this.#lens);
    return wanting;
  }

  /**
   * Compiles what the first picture did not need, one program for each call. Returns whether programs were left, and calls
   * `done` after the last one.
   */
  prepare(done: () => void): boolean {
    if (this.#complete) return false;
    this.#uncompiled ??= oneOfEachProgram([...this.#late.children, ...this.#baker.samples()]);
    const next = this.#uncompiled.pop();
    if (next !== undefined) this.#renderer.compile(next, this.#lens, this.#scene);
    else {
      this.#complete = true;
      done();
    }
    return true;
  }

  /** After a lost context all maps are drawn again. */
  restore(): void {
    this.#baker.clear();
    this.#meshes.forgetMaps();
  }

  dispose(): void {
    for (const layer of [this.points, this.#orbits, this.#meshes, this.clouds, this.#backdrop, this.#baker])
      layer.dispose();
    this.#renderer.dispose();
  }
}

function oneOfEachProgram(objects: readonly Object3D[]): Mesh<BufferGeometry, ShaderMaterial>[] {
  const meshes = objects as readonly Mesh<BufferGeometry, ShaderMaterial>[];
  return [...new Map(meshes.map(mesh => [mesh.material.fragmentShader, mesh])).values()];
}
