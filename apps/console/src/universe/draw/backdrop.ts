import { AdditiveBlending, BufferAttribute, BufferGeometry, Points, type Scene, ShaderMaterial } from 'three';
import { seeded } from './seeded.js';
import { BACKDROP_FRAGMENT, BACKDROP_VERTEX } from './shaders/clouds.js';

const STARS = 3_600;
const TINTS = [
  [0.62, 0.72, 1],
  [0.82, 0.88, 1],
  [1, 0.98, 0.95],
  [1, 0.88, 0.7],
  [1, 0.74, 0.55],
] as const;

/** Stars at infinity. They are decoration: denser along a band, as the Milky Way is seen. */
export class Backdrop {
  readonly #points: Points<BufferGeometry, ShaderMaterial>;

  constructor(scene: Scene) {
    const random = seeded(20_000_101);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(6.2832 * random());
    const places = new Float32Array(STARS * 3);
    const tints = new Float32Array(STARS * 3);
    const sizes = new Float32Array(STARS);
    for (let index = 0; index < STARS; index++) {
      const band = random() < 0.55;
      const turn = 6.2832 * random();
      const height = band ? Math.max(-1, Math.min(1, 0.13 * normal())) : 2 * random() - 1;
      const level = Math.sqrt(1 - height * height);
      // The band is tilted by 60° to the ecliptic.
      const [x, y, z] = [level * Math.cos(turn), height, level * Math.sin(turn)];
      places.set([x, y * 0.5 - z * 0.866, y * 0.866 + z * 0.5], index * 3);
      const bright = (band ? 0.35 : 1) * random() ** 7;
      const tint = TINTS[Math.floor(random() * TINTS.length)]!;
      const strength = 0.26 + 0.3 * random() + 0.9 * bright;
      tints.set(
        tint.map(part => part * strength),
        index * 3,
      );
      sizes[index] = 1.4 + 3.2 * bright;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('tint', new BufferAttribute(tints, 3));
    geometry.setAttribute('size', new BufferAttribute(sizes, 1));
    const material = new ShaderMaterial({
      vertexShader: BACKDROP_VERTEX,
      fragmentShader: BACKDROP_FRAGMENT,
      uniforms: { density: { value: 1 }, alpha: { value: 1 } },
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    this.#points = new Points(geometry, material);
    this.#points.frustumCulled = false;
    this.#points.renderOrder = -10;
    scene.add(this.#points);
  }

  /** Fainter from a distance at which the stars of a galaxy are drawn themselves. */
  draw(distance: number, density: number): void {
    const { uniforms } = this.#points.material;
    uniforms.density!.value = density;
    uniforms.alpha!.value = Math.max(0.3, Math.min(1, 1 - (Math.log10(distance) - 14) / 4));
  }

  dispose(): void {
    this.#points.geometry.dispose();
    this.#points.material.dispose();
  }
}
