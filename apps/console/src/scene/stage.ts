import {
  AmbientLight,
  AxesHelper,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  DirectionalLight,
  EdgesGeometry,
  GridHelper,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  OctahedronGeometry,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Mark } from '../explorer/marks.js';
import { eyeOf, type Orbit } from './orbit.js';
import type { Placed, Triple } from './placed.js';

export const FIELD_OF_VIEW = 50;

/** A label beside an object, in pixels of the canvas. */
export interface StageLabel {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface StageColours {
  readonly background: string;
  readonly line: string;
  readonly accent: string;
  readonly muted: string;
}

const GEOMETRIES: Readonly<Record<Placed['shape'], () => BufferGeometry>> = {
  Cube: () => new BoxGeometry(1, 1, 1),
  Box: () => new BoxGeometry(1, 1, 1),
  Sphere: () => new SphereGeometry(0.5, 24, 16),
  Capsule: () => new CapsuleGeometry(0.5, 1, 6, 18),
  Cylinder: () => new CylinderGeometry(0.5, 0.5, 2, 24),
  Plane: () => new PlaneGeometry(10, 10).rotateX(-Math.PI / 2),
  Quad: () => new PlaneGeometry(1, 1),
  Marker: () => new OctahedronGeometry(0.5),
};
/** Of the distance to the camera's target. */
const MARKER_SIZE = 0.012;

/** Draws the objects of a scene, on demand. */
export class Stage {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 5_000);
  readonly #objects = new Group();
  readonly #outlines = new Group();
  readonly #geometries = new Map<Placed['shape'], BufferGeometry>();
  readonly #materials = new Map<string, MeshLambertMaterial>();
  readonly #meshes = new Map<string, Mesh<BufferGeometry, MeshLambertMaterial>>();
  readonly #edges = new EdgesGeometry(new BoxGeometry(1, 1, 1));
  readonly #edgeMaterial = new LineBasicMaterial({ color: '#8a94a3', transparent: true, opacity: 0.7 });
  readonly #onFrame: () => void;
  #grid: GridHelper | undefined;
  #gridSize = 0;
  #colours: StageColours;
  #orbit: Orbit;
  #selected: readonly string[] = [];
  #marks: readonly Mark[] = [];
  #ghost: { readonly from: Triple; readonly to: Triple; readonly size: Triple } | undefined;
  #frame = 0;
  frames = 0;

  constructor(canvas: HTMLCanvasElement, orbit: Orbit, colours: StageColours, onFrame: () => void) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#onFrame = onFrame;
    this.#orbit = orbit;
    this.#colours = colours;
    const sun = new DirectionalLight('#ffffff', 1.7);
    sun.position.set(0.5, 1, 0.8);
    this.#scene.add(new AmbientLight('#ffffff', 1.5), sun, this.#objects, this.#outlines);
    const axes = new AxesHelper(1.5);
    axes.position.y = 0.01;
    this.#scene.add(axes);
    document.addEventListener('visibilitychange', this.draw);
  }

  set colours(colours: StageColours) {
    this.#colours = colours;
    this.#gridSize = 0;
    this.draw();
  }

  set orbit(orbit: Orbit) {
    this.#orbit = orbit;
    this.draw();
  }

  set selected(ids: readonly string[]) {
    this.#selected = ids;
    this.draw();
  }

  set marks(marks: readonly Mark[]) {
    this.#marks = marks;
    this.draw();
  }

  set ghost(ghost: { readonly from: Triple; readonly to: Triple; readonly size: Triple } | undefined) {
    this.#ghost = ghost;
    this.draw();
  }

  setSize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.draw();
  }

  setObjects(objects: ReadonlyMap<string, Placed>): void {
    for (const [id, mesh] of this.#meshes) {
      if (objects.has(id)) continue;
      this.#objects.remove(mesh);
      this.#meshes.delete(id);
    }
    for (const object of objects.values()) this.#place(object);
    this.draw();
  }

  /** The nearest object at a point of the canvas, from -1 to 1. */
  pick(x: number, y: number): string | undefined {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(x, y), this.#camera);
    const hits = ray.intersectObjects(this.#objects.children, false);
    return hits[0]?.object.name;
  }

  /** Where objects are on the canvas, if they are in front of the camera. */
  labels(ids: readonly string[]): readonly StageLabel[] {
    const { width, height } = this.#renderer.domElement.getBoundingClientRect();
    return ids.flatMap(id => {
      const mesh = this.#meshes.get(id);
      if (mesh === undefined) return [];
      const box = new Box3().setFromObject(mesh);
      const point = new Vector3((box.min.x + box.max.x) / 2, box.max.y, (box.min.z + box.max.z) / 2);
      point.project(this.#camera);
      if (point.z > 1 || Math.abs(point.x) > 1 || Math.abs(point.y) > 1) return [];
      return [{ id, x: ((point.x + 1) / 2) * width, y: ((1 - point.y) / 2) * height }];
    });
  }

  /** A sphere around an object. */
  around(id: string): { readonly centre: Triple; readonly radius: number } | undefined {
    const mesh = this.#meshes.get(id);
    if (mesh === undefined) return undefined;
    const box = new Box3().setFromObject(mesh);
    const centre = box.getCenter(new Vector3());
    return { centre: [centre.x, centre.y, centre.z], radius: box.getSize(new Vector3()).length() / 2 };
  }

  readonly draw = (): void => {
    if (this.#frame !== 0 || document.hidden) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  };

  close(): void {
    cancelAnimationFrame(this.#frame);
    document.removeEventListener('visibilitychange', this.draw);
    for (const geometry of this.#geometries.values()) geometry.dispose();
    for (const material of this.#materials.values()) material.dispose();
    this.#grid?.dispose();
    this.#edges.dispose();
    this.#edgeMaterial.dispose();
    this.#clearOutlines();
    this.#renderer.dispose();
  }

  #render(): void {
    const { target, distance } = this.#orbit;
    this.#camera.position.set(...eyeOf(this.#orbit));
    this.#camera.lookAt(...target);
    this.#camera.near = Math.max(distance / 500, 0.01);
    this.#camera.far = Math.max(distance * 40, 500);
    this.#camera.updateProjectionMatrix();
    const size = distance * MARKER_SIZE;
    for (const mesh of this.#meshes.values()) if (mesh.userData.marker === true) mesh.scale.setScalar(size);
    this.#drawGrid();
    this.#drawOutlines();
    this.#renderer.render(this.#scene, this.#camera);
    this.frames++;
    this.#onFrame();
  }

  #place({ id, shape, position, rotation, scale, colour, kind, active }: Placed): void {
    let mesh = this.#meshes.get(id);
    if (mesh === undefined) {
      mesh = new Mesh(this.#geometry(shape), this.#material('', 1));
      mesh.name = id;
      this.#meshes.set(id, mesh);
      this.#objects.add(mesh);
    }
    mesh.geometry = this.#geometry(shape);
    mesh.position.set(...position);
    mesh.quaternion.set(...rotation);
    mesh.userData.marker = shape === 'Marker';
    if (shape !== 'Marker')
      mesh.scale.set(...(scale.map(value => value || 0.001) as [number, number, number]));
    const tint =
      colour === undefined
        ? (KIND_COLOURS[kind] ?? tintOf(id))
        : new Color().setRGB(...rgb(colour)).getStyle();
    this.#showEdges(mesh, shape === 'Box');
    mesh.material = this.#material(tint, (active ? 1 : 0.18) * (colour?.[3] ?? (shape === 'Box' ? 0.6 : 1)));
  }

  /** A box of bounds has edges, so that boxes in boxes can be told apart. */
  #showEdges(mesh: Mesh, hasEdges: boolean): void {
    if (hasEdges === mesh.children.length > 0) return;
    if (hasEdges) mesh.add(new LineSegments(this.#edges, this.#edgeMaterial));
    else mesh.clear();
  }

  #geometry(shape: Placed['shape']): BufferGeometry {
    const known = this.#geometries.get(shape) ?? GEOMETRIES[shape]();
    this.#geometries.set(shape, known);
    return known;
  }

  /** Colours of objects are of 32 steps, so that a game which changes them all the time does not fill the memory. */
  #material(colour: string, opacity: number): MeshLambertMaterial {
    const steps = Math.round(Math.min(Math.max(opacity, 0.08), 1) * 10) / 10;
    const key = `${colour} ${steps}`;
    const known =
      this.#materials.get(key) ??
      new MeshLambertMaterial({ color: colour || '#8899aa', opacity: steps, transparent: steps < 1 });
    this.#materials.set(key, known);
    return known;
  }

  #drawGrid(): void {
    const size = 10 ** Math.ceil(Math.log10(Math.max(this.#orbit.distance, 0.1) * 2));
    if (size === this.#gridSize) return;
    this.#gridSize = size;
    if (this.#grid !== undefined) {
      this.#scene.remove(this.#grid);
      this.#grid.dispose();
    }
    this.#grid = new GridHelper(size, 40, this.#colours.muted, this.#colours.line);
    this.#grid.material.transparent = true;
    this.#grid.material.opacity = 0.45;
    this.#scene.add(this.#grid);
  }

  #clearOutlines(): void {
    for (const line of this.#outlines.children)
      if (line instanceof LineSegments || line instanceof Mesh) line.material.dispose();
    this.#outlines.clear();
  }

  #drawOutlines(): void {
    this.#clearOutlines();
    for (const { id, colour } of this.#marks) this.#outline(id, colour, 1.06);
    for (const id of this.#selected) this.#outline(id, this.#colours.accent, 1.02);
    if (this.#ghost === undefined) return;
    const { from, to, size } = this.#ghost;
    const box = new Mesh(
      this.#geometry('Box'),
      new MeshBasicMaterial({ color: this.#colours.accent, transparent: true, opacity: 0.35 }),
    );
    box.position.set(...to);
    box.scale.set(...size);
    const way = new LineSegments(undefined, new LineBasicMaterial({ color: this.#colours.accent }));
    way.geometry.setFromPoints([new Vector3(...from), new Vector3(...to)]);
    this.#outlines.add(box, way);
  }

  #outline(id: string, colour: string, factor: number): void {
    const mesh = this.#meshes.get(id);
    if (mesh === undefined) return;
    const line = new LineSegments(this.#edges, new LineBasicMaterial({ color: colour, depthTest: false }));
    mesh.geometry.computeBoundingBox();
    const size = mesh.geometry.boundingBox!.getSize(new Vector3());
    line.position.copy(mesh.position);
    line.quaternion.copy(mesh.quaternion);
    line.scale.copy(size).multiply(mesh.scale).multiplyScalar(factor);
    line.renderOrder = 2;
    this.#outlines.add(line);
  }
}

const KIND_COLOURS: Readonly<Partial<Record<Placed['kind'], string>>> = {
  light: '#f5c542',
  camera: '#5ab0ff',
};

/** A quiet colour for an object whose own is not known. */
function tintOf(id: string): string {
  let hash = 11;
  for (const letter of id) hash = (hash * 31 + letter.codePointAt(0)!) % 9_973;
  return `hsl(${(hash % 18) * 20}, 24%, 58%)`;
}

function rgb(colour: readonly [number, number, number, number]): [number, number, number] {
  const part = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 31) / 31;
  return [part(colour[0]), part(colour[1]), part(colour[2])];
}
