import {
  BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Line,
  type Scene,
  ShaderMaterial,
} from 'three';
import type { Frame } from './frame.js';
import { ORBIT_FRAGMENT, ORBIT_VERTEX } from './shaders/orbits.js';

const MAX_ORBITS = 320;
const STEPS = 320;

/** An ellipse on the picture. Vectors from the camera, in units of the frame. */
export interface OrbitLine {
  readonly body: readonly [number, number, number];
  readonly major: readonly [number, number, number];
  readonly minor: readonly [number, number, number];
  readonly anomaly: number;
  readonly direction: number;
  readonly tint: readonly [number, number, number, number];
}

const relative = new Float64Array(3);

/** Orbits as lines, all in one call. */
export class OrbitLayer {
  readonly #geometry = new InstancedBufferGeometry();
  readonly #line: Line;
  readonly #attributes: Readonly<Record<string, InstancedBufferAttribute>>;
  #count = 0;

  constructor(scene: Scene) {
    const steps = Float32Array.from({ length: STEPS * 2 + 1 }, (_, index) => index / STEPS - 1);
    this.#geometry.setAttribute('step', new BufferAttribute(steps, 1));
    this.#geometry.setAttribute('position', new BufferAttribute(new Float32Array(steps.length * 3), 3));
    const sizes = { body: 3, major: 3, minor: 3, anomaly: 2, tint: 4 };
    this.#attributes = Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => {
        const attribute = new InstancedBufferAttribute(new Float32Array(MAX_ORBITS * size), size);
        attribute.setUsage(DynamicDrawUsage);
        this.#geometry.setAttribute(name, attribute);
        return [name, attribute];
      }),
    );
    const material = new ShaderMaterial({
      vertexShader: ORBIT_VERTEX,
      fragmentShader: ORBIT_FRAGMENT,
      transparent: true,
      depthWrite: false,
    });
    this.#line = new Line(this.#geometry, material);
    this.#line.frustumCulled = false;
    this.#line.renderOrder = 1;
    scene.add(this.#line);
  }

  begin(): void {
    this.#count = 0;
  }

  add({ body, major, minor, anomaly, direction, tint }: OrbitLine): void {
    if (this.#count >= MAX_ORBITS) return;
    const { body: b, major: a, minor: c, anomaly: e, tint: t } = this.#attributes;
    const index = this.#count++;
    b!.setXYZ(index, ...body);
    a!.setXYZ(index, ...major);
    c!.setXYZ(index, ...minor);
    e!.setXY(index, anomaly, direction < 0 ? -1 : 1);
    t!.setXYZW(index, ...tint);
  }

  addBody(frame: Frame, slot: number, alpha: number): void {
    const { space, scale, camera } = frame;
    const at = slot * 3;
    space.from(slot, camera, relative);
    const scaled = (array: Float64Array, from: number) =>
      [array[from]! * scale, array[from + 1]! * scale, array[from + 2]! * scale] as const;
    const [r, g, b] = [space.colour[at]!, space.colour[at + 1]!, space.colour[at + 2]!];
    this.add({
      body: scaled(relative, 0),
      major: scaled(space.major, at),
      minor: scaled(space.minor, at),
      anomaly: space.eccentricAnomaly(slot),
      direction: space.speed[slot]!,
      tint: [0.25 + 0.75 * r, 0.25 + 0.75 * g, 0.25 + 0.75 * b, alpha],
    });
  }

  end(): void {
    this.#geometry.instanceCount = this.#count;
    this.#line.visible = this.#count > 0;
    for (const attribute of Object.values(this.#attributes)) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.#count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.#geometry.dispose();
    (this.#line.material as ShaderMaterial).dispose();
  }
}
