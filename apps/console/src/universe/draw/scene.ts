/**
 * The universe in 3D on a canvas. It takes data and callbacks, and knows neither the server nor the page, so that the console and
 * the MCP App use the same:
 *
 *     const scene = createUniverseScene(canvas, { overlay, onSelect: id => …, onCamera: text => … });
 *     scene.show(UniverseCopy.of(state, revision));          // model/universe-copy.ts
 *     scene.touch(copy, copy.apply(changes, revision));      // follows changes
 *     scene.setTime(seconds);
 *     scene.flyTo('titan');
 *
 * `overlay` is an element over the canvas that takes no pointer events; labels and marks are its children (universe.css).
 * A still picture costs nothing: frames are drawn when something changed.
 */
import { type Entity, type Kind, type Star, shapeOf } from '@worldwire/universe/sky';
import {
  Color,
  LinearSRGBColorSpace,
  Matrix4,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { shortLength } from '../format/quantities.js';
import type { Touched, UniverseCopy } from '../model/universe-copy.js';
import { Backdrop } from './backdrop.js';
import { Baker } from './baker.js';
import { BodySpace } from './body-space.js';
import {
  axesOf,
  type CameraState,
  DEFAULT_CAMERA,
  directionOf,
  FIELD_OF_VIEW,
  readCamera,
  writeCamera,
} from './camera.js';
import { CameraMotion } from './camera-motion.js';
import { CloudLayer } from './cloud-layer.js';
import { controlCamera } from './controls.js';
import { type Frame, project, projectVector } from './frame.js';
import { drawGhosts, type Ghost } from './ghosts.js';
import { type GroupShape, shapeOfGroup } from './group-shapes.js';
import { type Label, LabelLayer } from './label-layer.js';
import { MarkLayer, type MarkPlace } from './mark-layer.js';
import { MeshLayer } from './mesh-layer.js';
import { movedAlong, type OrbitChange, resized } from './orbit-drag.js';
import { OrbitLayer } from './orbit-layer.js';
import { Pick } from './pick.js';
import { PointsLayer } from './points-layer.js';
import { Quality } from './quality.js';
import { type Survey, survey } from './survey.js';

export interface BodyMark {
  readonly id: string;
  readonly colour: string;
  readonly text: string;
}

export interface UniverseSceneOptions {
  /** Gets the labels and marks. */
  readonly overlay: HTMLElement;
  readonly reducedMotion?: () => boolean;
  readonly onSelect?: (id: string | undefined) => void;
  /** When the camera rests, with its text for an address. */
  readonly onCamera?: (text: string) => void;
  /** Whether orbits can be dragged now, and what a drag did. */
  readonly canDrag?: () => boolean;
  readonly onDrag?: (id: string, change: OrbitChange) => void;
  /** When the first picture with bodies is drawn. */
  readonly onFirstPicture?: () => void;
}

export interface UniverseScene {
  show(copy: UniverseCopy): void;
  touch(copy: UniverseCopy, touched: Touched): void;
  setTime(seconds: number): void;
  select(id: string | undefined): void;
  flyTo(id: string): void;
  home(): void;
  readonly camera: string;
  setCamera(text: string | undefined): void;
  setMarks(marks: readonly BodyMark[]): void;
  setGhosts(ghosts: readonly Ghost[]): void;
  dispose(): void;
}

const MAX_LABELS = 60;
const MAX_CROWD_LABELS = 10;
const CROWD = 400;
const PLACE_TOLERANCE_PX = 0.2;
const ATTRIBUTES_MS = 250;
const REST_MS = 250;
const PULSE_MS = 1_600;
const MAX_PULSES = 40;
const HAZE_MEMBERS = 400;
const NO_MARK = new Map<number, number>();

/** Throws if the browser has no WebGL 2. */
export function createUniverseScene(canvas: HTMLCanvasElement, options: UniverseSceneOptions): UniverseScene {
  return new SceneOnCanvas(canvas, options);
}

class SceneOnCanvas implements UniverseScene {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: UniverseSceneOptions;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #lens = new PerspectiveCamera((FIELD_OF_VIEW * 180) / Math.PI, 1, 1e-9, 1e9);
  readonly #space = new BodySpace();
  readonly #motion: CameraMotion;
  readonly #baker: Baker;
  readonly #backdrop: Backdrop;
  readonly #points: PointsLayer;
  readonly #orbits: OrbitLayer;
  readonly #meshes: MeshLayer;
  readonly #clouds: CloudLayer;
  readonly #labels: LabelLayer;
  readonly #marks: MarkLayer;
  readonly #stop: (() => void)[] = [];
  #copy: UniverseCopy | undefined;
  #time = 0;
  #selected: string | undefined;
  #bodyMarks: readonly BodyMark[] = [];
  #ghosts: readonly Ghost[] = [];
  #dragGhost: Ghost | undefined;
  #pulses = new Map<string, number>();
  #groups = new Map<string, GroupShape>();
  #groupsDue = new Set<string>();
  #request: number | undefined;
  #frame: Frame | undefined;
  #frames = 0;
  #attributesDue: ReturnType<typeof setTimeout> | undefined;
  #restDue: ReturnType<typeof setTimeout> | undefined;
  #reported = '';
  #hasPicture = false;
  #hasCamera = false;
  readonly #quality = new Quality();
  /** The next picture has all pixels. */
  #fine = false;
  #wasMoving = false;
  #lastMs = 0;
  /** Whether bodies moved since the last picture. */
  #moved = false;
  #size = { width: 1, height: 1 };

  constructor(canvas: HTMLCanvasElement, options: UniverseSceneOptions) {
    this.#canvas = canvas;
    this.#options = options;
    const context = canvas.getContext('webgl2', { antialias: false, powerPreference: 'high-performance' });
    if (context === null) throw new Error('This browser has no WebGL 2.');
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#renderer.setClearColor(new Color().setRGB(0.017, 0.024, 0.043), 1);
    this.#motion = new CameraMotion(this.#space, options.reducedMotion ?? (() => false));
    this.#baker = new Baker(this.#renderer);
    this.#backdrop = new Backdrop(this.#scene);
    this.#points = new PointsLayer(this.#scene);
    this.#orbits = new OrbitLayer(this.#scene);
    this.#meshes = new MeshLayer(this.#scene, this.#baker);
    this.#clouds = new CloudLayer(this.#scene, this.#baker);
    this.#labels = new LabelLayer(options.overlay);
    this.#marks = new MarkLayer(options.overlay);
    this.#listen();
  }

  get camera(): string {
    return writeCamera(this.#motion.wanted);
  }

  show(copy: UniverseCopy): void {
    const first = this.#copy === undefined;
    this.#copy = copy;
    this.#space.clear();
    this.#clouds.clear();
    this.#groups.clear();
    const { store } = copy;
    for (const id of store.record('stars').keys()) this.#space.put(copy.drawnBody(id)!);
    for (const kind of ['smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const)
      for (const id of store.record(kind).keys()) this.#putCloud(kind, id);
    this.#groupsDue = new Set(store.record('groups').keys());
    this.#points.update(this.#space, range(this.#space.radius.length));
    this.#moved = true;
    this.#space.place(this.#time);
    if (first && !this.#hasCamera) this.#motion.jump(this.#homeState());
    this.invalidate();
  }

  touch(copy: UniverseCopy, touched: Touched): void {
    if (touched.reset || copy !== this.#copy) return this.show(copy);
    const slots = new Set<number>();
    for (const id of touched.ids.stars) {
      const known = this.#space.slots.get(id);
      if (known !== undefined) slots.add(known);
      const body = copy.drawnBody(id);
      if (body === undefined) this.#space.remove(id);
      else slots.add(this.#space.put(body));
    }
    if (slots.size > 0) this.#points.update(this.#space, slots);
    for (const kind of ['smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const)
      for (const id of touched.ids[kind]) this.#putCloud(kind, id);
    for (const id of touched.ids.groups) this.#groupsDue.add(id);
    if (this.#hasPicture && touched.added.size <= MAX_PULSES)
      for (const id of touched.added) this.#pulses.set(id, performance.now() + PULSE_MS);
    this.invalidate();
  }

  setTime(seconds: number): void {
    if (seconds === this.#time) return;
    this.#time = seconds;
    this.invalidate();
  }

  select(id: string | undefined): void {
    if (id === this.#selected) return;
    this.#selected = id;
    this.invalidate();
  }

  flyTo(id: string): void {
    const slot = this.#space.slots.get(id);
    const group = this.#groups.get(id);
    this.#moved = this.#space.place(this.#time) || this.#moved;
    if (slot !== undefined) {
      this.#motion.fly({
        ...this.#motion.wanted,
        focus: id,
        offset: [0, 0, 0],
        distance: this.#viewDistance(slot),
        azimuth: this.#lightSide(slot) ?? this.#motion.wanted.azimuth,
        elevation: Math.max(-0.6, Math.min(0.45, this.#motion.wanted.elevation)),
      });
    } else if (group !== undefined) {
      const { x, y, z } = this.#space.inFrame(group.at, -1);
      this.#motion.fly({
        ...this.#motion.wanted,
        focus: undefined,
        offset: [x, y, z],
        distance: group.radius * 2.6,
      });
    }
    this.invalidate();
  }

  home(): void {
    this.#motion.fly(this.#homeState());
    this.invalidate();
  }

  setCamera(text: string | undefined): void {
    if ((text ?? '') === this.#reported) return;
    this.#reported = text ?? '';
    const state = readCamera(text);
    if (state !== undefined) {
      this.#hasCamera = true;
      this.#motion.jump(state);
    } else if (this.#copy !== undefined) this.#motion.jump(this.#homeState());
    this.invalidate();
  }

  setMarks(marks: readonly BodyMark[]): void {
    this.#bodyMarks = marks;
    this.invalidate();
  }

  setGhosts(ghosts: readonly Ghost[]): void {
    this.#ghosts = ghosts;
    this.invalidate();
  }

  /** Draws at the next chance. A hidden page draws nothing. */
  readonly invalidate = (): void => {
    if (this.#request !== undefined || document.hidden) return;
    this.#request = requestAnimationFrame(ms => {
      this.#request = undefined;
      if (!document.hidden) this.#draw(ms);
    });
  };

  dispose(): void {
    for (const stop of this.#stop) stop();
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    clearTimeout(this.#attributesDue);
    clearTimeout(this.#restDue);
    for (const layer of [
      this.#labels,
      this.#marks,
      this.#points,
      this.#orbits,
      this.#meshes,
      this.#clouds,
      this.#backdrop,
      this.#baker,
    ])
      layer.dispose();
    this.#renderer.dispose();
  }

  #listen(): void {
    const resized_ = new ResizeObserver(() => this.#resize());
    resized_.observe(this.#canvas);
    this.#resize();
    const restored = () => {
      this.#baker.clear();
      this.#meshes.forgetMaps();
      this.#canvas.removeAttribute('data-lost');
      this.invalidate();
    };
    const lost = (event: Event) => {
      event.preventDefault();
      this.#canvas.setAttribute('data-lost', '');
    };
    this.#canvas.addEventListener('webglcontextlost', lost);
    this.#canvas.addEventListener('webglcontextrestored', restored);
    document.addEventListener('visibilitychange', this.invalidate);
    this.#stop.push(
      () => resized_.disconnect(),
      () => this.#canvas.removeEventListener('webglcontextlost', lost),
      () => this.#canvas.removeEventListener('webglcontextrestored', restored),
      () => document.removeEventListener('visibilitychange', this.invalidate),
      controlCamera(this.#canvas, {
        rotate: (azimuth, elevation) => {
          const { wanted } = this.#motion;
          this.#steer({ azimuth: wanted.azimuth + azimuth, elevation: wanted.elevation + elevation });
        },
        zoom: factor => this.#steer({ distance: this.#motion.wanted.distance * factor }),
        pan: (x, y) => this.#pan(x, y),
        click: (x, y, twice) => this.#click(x, y, twice),
        hover: (x, y) => this.#hover(x, y),
        home: () => this.home(),
        grab: (x, y) => this.#grab(x, y),
      }),
    );
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#renderer.setSize(width, height, false);
    this.#lens.aspect = width / height;
    this.#lens.updateProjectionMatrix();
    this.invalidate();
  }

  #steer(part: Partial<CameraState>): void {
    this.#motion.change(part);
    this.invalidate();
  }

  #pan(x: number, y: number): void {
    const { wanted } = this.#motion;
    const { right, up } = axesOf(wanted);
    const perPixel = wanted.distance / this.#pixels();
    const [a, b, c] = wanted.offset.map(
      (value, axis) => value + perPixel * (up[axis]! * y - right[axis]! * x),
    );
    this.#steer({ offset: [a!, b!, c!] });
  }

  #click(x: number, y: number, twice: boolean): void {
    const slot = this.#pick(x, y);
    const id = slot === undefined ? undefined : this.#space.ids[slot];
    if (twice) {
      if (id !== undefined) this.flyTo(id);
      return;
    }
    this.select(id);
    this.#options.onSelect?.(id);
  }

  #hover(x: number, y: number): void {
    const handle = this.#handleAt(x, y);
    this.#canvas.style.cursor =
      handle !== undefined ? 'move' : this.#pick(x, y) !== undefined ? 'pointer' : '';
  }

  #pick(x: number, y: number): number | undefined {
    const frame = this.#frame;
    if (frame === undefined) return undefined;
    const { space } = frame;
    const pick = new Pick(x, y);
    for (let slot = 0; slot < space.end; slot++) {
      if (space.radius[slot]! < 0) continue;
      const shown = project(frame, slot);
      if (shown === undefined) continue;
      const wide = (space.axis[slot]! / shown.depth) * frame.pixels;
      // Not drawn: too close to its parent on the picture.
      if (space.parent[slot]! >= 0 && wide < 6) continue;
      pick.offer({ slot, x: shown.x, y: shown.y, radius: shown.radius, distance: shown.depth });
    }
    return pick.slot;
  }

  #handles(
    frame: Frame,
  ): readonly { readonly kind: 'phase' | 'axis'; readonly x: number; readonly y: number }[] {
    const slot = frame.selected;
    if (slot < 0 || this.#options.canDrag?.() !== true || frame.space.axis[slot] === 0) return [];
    const { space } = frame;
    const body = project(frame, slot);
    const at = slot * 3;
    const anomaly = space.eccentricAnomaly(slot);
    const [x, y, z] = space.from(slot, frame.camera, scratch) as unknown as [number, number, number];
    const [c, s] = [-1 - Math.cos(anomaly), -Math.sin(anomaly)];
    const far = projectVector(
      frame,
      x + space.major[at]! * c + space.minor[at]! * s,
      y + space.major[at + 1]! * c + space.minor[at + 1]! * s,
      z + space.major[at + 2]! * c + space.minor[at + 2]! * s,
    );
    return [
      ...(body === undefined ? [] : [{ kind: 'phase' as const, x: body.x, y: body.y }]),
      ...(far === undefined ? [] : [{ kind: 'axis' as const, x: far.x, y: far.y }]),
    ];
  }

  #handleAt(x: number, y: number): 'phase' | 'axis' | undefined {
    if (this.#frame === undefined) return undefined;
    return this.#handles(this.#frame).find(handle => Math.hypot(handle.x - x, handle.y - y) < 11)?.kind;
  }

  #grab(x: number, y: number): ReturnType<Parameters<typeof controlCamera>[1]['grab']> {
    const kind = this.#handleAt(x, y);
    const id = this.#selected;
    const body = id === undefined ? undefined : this.#copy?.drawnBody(id);
    if (kind === undefined || body === undefined) return undefined;
    let change: OrbitChange | undefined;
    const end = () => {
      this.#dragGhost = undefined;
      this.invalidate();
    };
    return {
      move: (px, py) => {
        const point = this.#onOrbitPlane(px, py);
        if (point === undefined) return;
        change =
          kind === 'phase'
            ? movedAlong(body, this.#time, Math.atan2(point.v, point.u + point.eccentricity))
            : resized(body, this.#time, Math.max(0.02, -point.u / (1 + point.eccentricity)));
        const next: Star = { ...body, ...change };
        this.#dragGhost = { body: next, kind: 'ghost', line: true, text: dragText(body, next) };
        this.invalidate();
      },
      drop: () => {
        if (change !== undefined) this.#options.onDrag?.(body.id, change);
        end();
      },
      cancel: end,
    };
  }

  /** Where the pointer is on the plane of the selected orbit, in units of its axes from the focus. */
  #onOrbitPlane(x: number, y: number): { u: number; v: number; eccentricity: number } | undefined {
    const frame = this.#frame;
    if (frame === undefined || frame.selected < 0) return undefined;
    const { space, right, up, back, pixels, width, height } = frame;
    const [sx, sy] = [(x - width / 2) / pixels, (height / 2 - y) / pixels];
    const ray = new Vector3(
      right[0] * sx + up[0] * sy - back[0],
      right[1] * sx + up[1] * sy - back[1],
      right[2] * sx + up[2] * sy - back[2],
    );
    const at = frame.selected * 3;
    const major = new Vector3().fromArray(space.major, at);
    const minor = new Vector3().fromArray(space.minor, at);
    const offset = new Vector3().fromArray(space.offset, at);
    const own = new Vector3().fromArray(space.own, at);
    const body = new Vector3().fromArray(space.from(frame.selected, frame.camera, scratch));
    const focus = body.sub(own).add(offset);
    const normal = new Vector3().crossVectors(major, minor).normalize();
    const slant = ray.dot(normal);
    if (Math.abs(slant) < 1e-3) return undefined;
    const hit = ray.multiplyScalar(focus.dot(normal) / slant).sub(focus);
    return {
      u: hit.dot(major) / major.lengthSq(),
      v: hit.dot(minor) / minor.lengthSq(),
      eccentricity: space.eccentricity[frame.selected]!,
    };
  }

  #putCloud(kind: Extract<Kind, 'smallBodyFields' | 'protoplanetaryDisks' | 'nebulae'>, id: string): void {
    const entity = this.#copy?.store.get(kind, id) as Entity | undefined;
    const name = ({ smallBodyFields: 'field', protoplanetaryDisks: 'disk', nebulae: 'nebula' } as const)[
      kind
    ];
    if (entity === undefined) this.#clouds.remove(name, id);
    else this.#clouds[name](entity);
  }

  #pixels(): number {
    return this.#size.height / 2 / Math.tan(FIELD_OF_VIEW / 2);
  }

  #draw(ms: number): void {
    this.#setResolution(ms);
    const share = PLACE_TOLERANCE_PX / this.#pixels();
    let moved = this.#space.place(this.#time, this.#frame?.camera, this.#frame === undefined ? 0 : share);
    moved ||= this.#moved;
    this.#moved = false;
    const target = this.#motion.step(ms);
    const state = this.#motion.now;
    const back = directionOf(state);
    const { right, up } = axesOf(state);
    const { distance } = state;
    const frame: Frame = {
      space: this.#space,
      target,
      distance,
      camera: {
        root: target.root,
        x: target.x + back[0] * distance,
        y: target.y + back[1] * distance,
        z: target.z + back[2] * distance,
      },
      scale: 1 / distance,
      right,
      up,
      back,
      ...this.#size,
      pixels: this.#pixels(),
      density: this.#renderer.getPixelRatio(),
      selected: this.#selected === undefined ? -1 : (this.#space.slots.get(this.#selected) ?? -1),
    };
    this.#frame = frame;
    // Nearer bodies are placed more exactly than they were from the last place of the camera.
    if (this.#motion.moving) moved = this.#space.place(this.#time, frame.camera, share) || moved;
    this.#lens.quaternion.setFromRotationMatrix(
      basis.makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back)),
    );
    this.#measureGroups();
    const wanting = this.#drawLayers(frame, moved);
    this.#renderer.render(this.#scene, this.#lens);
    this.#frames++;
    if (!this.#hasPicture && this.#space.size > 0) {
      this.#hasPicture = true;
      this.#options.onFirstPicture?.();
    }
    const pulsing = this.#endPulses();
    if (this.#motion.moving || wanting || pulsing) this.invalidate();
    if (!this.#motion.moving) this.#rest();
    this.#attributesDue ??= setTimeout(() => this.#writeAttributes(), ATTRIBUTES_MS);
    if (this.#frames === 1) this.#writeAttributes();
  }

  #setResolution(ms: number): void {
    const moving = this.#motion.moving || this.#time !== this.#space.time;
    if (moving && this.#wasMoving) this.#quality.frame(ms - this.#lastMs);
    this.#lastMs = ms;
    this.#wasMoving = moving;
    const fine = this.#fine && !moving;
    this.#fine = false;
    const ratio = fine ? this.#quality.resting() : this.#quality.moving(devicePixelRatio);
    if (ratio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(ratio);
  }

  #drawLayers(frame: Frame, moved: boolean): boolean {
    const boost = new Map<number, number>();
    if (frame.selected >= 0) boost.set(frame.selected, 100);
    const focus = this.#space.slots.get(this.#motion.now.focus ?? '');
    if (focus !== undefined) boost.set(focus, (boost.get(focus) ?? 0) + 3);
    for (const { id } of this.#bodyMarks) {
      const slot = this.#space.slots.get(id);
      if (slot !== undefined) boost.set(slot, 40);
    }
    const chosen = survey(frame, boost.size === 0 ? NO_MARK : boost, focus);
    this.#backdrop.draw(frame.distance, frame.density);
    this.#points.draw(frame, moved, chosen.lit, this.#wasMoving ? this.#quality.crowd : 1);
    this.#clouds.facing.copy(this.#lens.quaternion);
    this.#clouds.draw(frame);
    this.#meshes.facing.copy(this.#lens.quaternion);
    const near = chosen.near.flatMap(({ slot, apparent }) => {
      const id = this.#space.ids[slot];
      const body = id === undefined ? undefined : this.#copy?.drawnBody(id);
      return body === undefined ? [] : [{ slot, apparent, body }];
    });
    const wanting = this.#meshes.draw(frame, near);
    const ghosts = drawGhosts(
      frame,
      this.#dragGhost === undefined ? this.#ghosts : [...this.#ghosts, this.#dragGhost],
    );
    this.#orbits.begin();
    for (const { slot, alpha } of chosen.orbits) this.#orbits.addBody(frame, slot, alpha);
    for (const orbit of ghosts.orbits) this.#orbits.add(orbit);
    this.#orbits.end();
    this.#drawLabels(frame, chosen);
    this.#marks.draw([...this.#markPlaces(frame), ...ghosts.marks]);
    return wanting;
  }

  #drawLabels(frame: Frame, { near, labels: candidates }: Survey): void {
    const disks = near.flatMap(({ slot, apparent }) => {
      const shown = apparent > 8 ? project(frame, slot) : undefined;
      return shown === undefined ? [] : [{ slot, ...shown }];
    });
    const labels: Label[] = candidates.flatMap(({ slot, x, y, radius, depth, priority }) => {
      const hidden = disks.some(
        disk => disk.slot !== slot && disk.depth < depth && Math.hypot(disk.x - x, disk.y - y) < disk.radius,
      );
      if (hidden) return [];
      const id = this.#space.ids[slot]!;
      const body = this.#copy?.body(id);
      if (body === undefined) return [];
      const kind = slot === frame.selected ? 'selected' : (body.bodyType ?? 'body');
      return [{ key: id, name: body.name, x, y, gap: Math.min(radius, 400) + 8, priority, kind }];
    });
    for (const { id, name, at, radius } of this.#groups.values()) {
      const camera = this.#space.inFrame(frame.camera, at.root);
      const shown = projectVector(frame, at.x - camera.x, at.y - camera.y, at.z - camera.z, radius);
      if (shown === undefined || shown.radius < 30 || shown.radius > frame.width * 1.5) continue;
      const y = shown.y - Math.min(shown.radius * 0.75, frame.height * 0.4);
      labels.push({ key: `group ${id}`, name, x: shown.x, y, gap: 0, priority: 20, kind: 'group' });
    }
    this.#labels.draw(labels, frame, this.#space.size > CROWD ? MAX_CROWD_LABELS : MAX_LABELS);
  }

  #markPlaces(frame: Frame): MarkPlace[] {
    const places: MarkPlace[] = [];
    const add = (id: string, kind: string, mark: Partial<MarkPlace> = {}) => {
      const slot = this.#space.slots.get(id);
      const shown = slot === undefined ? undefined : project(frame, slot);
      if (shown === undefined) return;
      places.push({ key: `${kind} ${id}`, x: shown.x, y: shown.y, radius: shown.radius, kind, ...mark });
    };
    if (this.#selected !== undefined) add(this.#selected, 'selected');
    for (const { id, colour, text } of this.#bodyMarks) add(id, 'agent', { colour, text });
    for (const id of this.#pulses.keys()) add(id, 'pulse');
    for (const { kind, x, y } of this.#handles(frame))
      if (kind === 'axis') places.push({ key: 'handle', x, y, radius: 0, kind: 'handle' });
    return places;
  }

  #measureGroups(): void {
    if (this.#groupsDue.size === 0 || this.#copy === undefined) return;
    for (const id of this.#groupsDue) {
      const shape = shapeOfGroup(this.#copy.store, this.#space, id);
      if (shape === undefined) {
        this.#groups.delete(id);
        this.#clouds.remove('haze', id);
        continue;
      }
      this.#groups.set(id, shape);
      const { at, radius, tint, members } = shape;
      // The light of a group includes that of the groups in it.
      const inner = this.#copy.store.get('groups', id)?.parentGroupId !== null;
      if (members >= HAZE_MEMBERS && !inner)
        this.#clouds.haze({
          id,
          at,
          radius: radius * 1.1,
          tint,
          strength: Math.min(0.3, 0.1 + members / 150_000),
        });
      else this.#clouds.remove('haze', id);
    }
    this.#groupsDue.clear();
  }

  #endPulses(): boolean {
    const now = performance.now();
    for (const [id, until] of this.#pulses) if (until < now) this.#pulses.delete(id);
    return this.#pulses.size > 0;
  }

  #rest(): void {
    clearTimeout(this.#restDue);
    this.#restDue = setTimeout(() => {
      if (this.#renderer.getPixelRatio() !== this.#quality.resting()) {
        this.#fine = true;
        this.invalidate();
      }
      const text = this.camera;
      if (text === this.#reported || this.#copy === undefined) return;
      this.#reported = text;
      this.#options.onCamera?.(text);
    }, REST_MS);
  }

  #writeAttributes(): void {
    this.#attributesDue = undefined;
    const { dataset } = this.#canvas;
    dataset.bodies = String(this.#space.size);
    dataset.revision = String(this.#copy?.revision ?? 0);
    dataset.focus = this.#motion.wanted.focus ?? '';
    dataset.selected = this.#selected ?? '';
    dataset.frames = String(this.#frames);
    dataset.time = String(this.#time);
  }

  /** A body with its nearest satellites or rings fills a good part of the picture. */
  #viewDistance(slot: number): number {
    const radius = this.#space.radius[slot]!;
    const body = this.#copy?.body(this.#space.ids[slot] ?? '');
    const ring = body?.ring?.outerRadiusMultiplier ?? 1;
    return Math.max(1, radius * Math.max(4.2, 3.1 * ring));
  }

  /** From where the day side of a body is seen at an angle. */
  #lightSide(slot: number): number | undefined {
    const { space } = this;
    let star = space.parent[slot]!;
    while (star >= 0 && space.kind[star] !== 0) star = space.parent[star]!;
    if (star < 0) return undefined;
    const [x, , z] = space.from(star, space.placeOf(slot), scratch) as unknown as [number, number, number];
    return Math.atan2(x, z) + 0.75;
  }

  get space(): BodySpace {
    return this.#space;
  }

  #homeState(): CameraState {
    const { store } = this.#copy!;
    const roots = [...store.list('rootIds')];
    const base = { ...DEFAULT_CAMERA, focus: undefined, offset: [0, 0, 0] as const };
    if (roots.length === 0) return base;
    const main = roots.find(id => store.list('children', id).size > 0) ?? roots[0]!;
    if (roots.length <= 3) {
      const axes = [...store.list('children', main)].map(id => shapeOf(this.#copy!.drawnBody(id)!).axis);
      axes.sort((one, other) => one - other);
      const reach =
        axes[Math.floor(axes.length * 0.6)] ?? this.#space.radius[this.#space.slots.get(main)!]! * 3;
      return { ...base, focus: main, distance: Math.max(reach * 2.5, 1) };
    }
    return this.#overview(roots, base);
  }

  #overview(roots: readonly string[], base: CameraState): CameraState {
    const every = Math.max(1, Math.floor(roots.length / 2_000));
    const slots = roots.flatMap((id, index) => {
      const slot = index % every === 0 ? this.#space.slots.get(id) : undefined;
      return slot === undefined ? [] : [slot];
    });
    const mean = [0, 1, 2].map(axis =>
      slots.reduce((sum, slot) => sum + this.#space.own[slot * 3 + axis]! / slots.length, 0),
    );
    const square = slots.reduce(
      (sum, slot) =>
        sum +
        [0, 1, 2].reduce((part, axis) => part + (this.#space.own[slot * 3 + axis]! - mean[axis]!) ** 2, 0),
      0,
    );
    const reach = Math.sqrt(square / slots.length);
    return {
      ...base,
      offset: [mean[0]!, mean[1]!, mean[2]!],
      distance: Math.max(1, reach * 3.4),
      elevation: 0.75,
    };
  }
}

const scratch = new Float64Array(3);
const basis = new Matrix4();

function* range(end: number): Generator<number> {
  for (let index = 0; index < end; index++) yield index;
}

function dragText(before: Star, after: Star): string {
  const [old, now] = [shapeOf(before).axis, shapeOf(after).axis];
  if (old !== now) return `${shortLength(old)} → ${shortLength(now)}`;
  const degrees = (angle: number) => `${((angle * 180) / Math.PI).toFixed(1)}°`;
  return `${degrees(before.orbitalPhase)} → ${degrees(after.orbitalPhase)}`;
}
