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
import type { Entity, Kind } from '@worldwire/universe/sky';
import type { Box } from '../../explorer/free-area.js';
import type { Touched, UniverseCopy } from '../model/universe-copy.js';
import { bodyLabels } from './body-labels.js';
import { type BodyMark, BodyMarks } from './body-marks.js';
import { BodySpace } from './body-space.js';
import { axesOf, type CameraState, readCamera, writeCamera } from './camera.js';
import { CameraMotion } from './camera-motion.js';
import { controlCamera, type Grabbed } from './controls.js';
import { type Frame, frameOf, pixelsPerRadian } from './frame.js';
import { FrameLoop } from './frame-loop.js';
import { drawGhosts, type Ghost, ghostPlace } from './ghosts.js';
import { GroupLayer } from './group-layer.js';
import { LabelLayer } from './label-layer.js';
import { MarkLayer } from './mark-layer.js';
import type { OrbitChange } from './orbit-drag.js';
import { dragOrbit, handleAt, orbitHandles } from './orbit-handles.js';
import { bodyAt } from './pick.js';
import { Picture } from './picture.js';
import { Quality } from './quality.js';
import { Surveyor } from './survey.js';
import { bodyView, firstSystem, ghostView, groupView, homeView, sceneryView } from './view-points.js';

export type { BodyMark } from './body-marks.js';

export interface UniverseSceneOptions {
  /** Gets the labels and marks. */
  readonly overlay: HTMLElement;
  readonly reducedMotion?: () => boolean;
  readonly onSelect?: (id: string | undefined) => void;
  /** When the camera rests, with its text for an address, which is empty at home. */
  readonly onCamera?: (text: string) => void;
  /** Whether orbits can be dragged now, and what a drag did. */
  readonly canDrag?: () => boolean;
  readonly onDrag?: (id: string, change: OrbitChange) => void;
  /** When the first picture with bodies is drawn. */
  readonly onFirstPicture?: () => void;
}

export interface UniverseScene {
  /** Shows nothing until `show`, which then begins at this camera, or where everything is seen. */
  clear(camera?: string): void;
  show(copy: UniverseCopy): void;
  touch(copy: UniverseCopy, touched: Touched): void;
  setTime(seconds: number): void;
  select(id: string | undefined): void;
  /** A body, a group, scenery, or a ghost. */
  flyTo(id: string): void;
  /** To where everything is seen, in the free area of the canvas. The view follows the area until the camera is moved. */
  home(): void;
  /** Empty at home. */
  readonly camera: string;
  setCamera(text: string | undefined): void;
  setMarks(marks: readonly BodyMark[]): void;
  setGhosts(ghosts: readonly Ghost[]): void;
  /** Areas of the canvas that are covered by panels, in CSS pixels: labels stay outside, and `home` fits beside them. */
  setCovered(areas: readonly Box[]): void;
  dispose(): void;
}

const MAX_LABELS = 60;
const MAX_CROWD_LABELS = 10;
const CROWD = 400;
const PLACE_TOLERANCE_PX = 0.2;
const CLOUDS = { smallBodyFields: 'field', protoplanetaryDisks: 'disk', nebulae: 'nebula' } as const;

/** Throws if the browser has no WebGL 2. */
export function createUniverseScene(canvas: HTMLCanvasElement, options: UniverseSceneOptions): UniverseScene {
  return new SceneOnCanvas(canvas, options);
}

class SceneOnCanvas implements UniverseScene {
  readonly #canvas: HTMLCanvasElement;
  readonly #options: UniverseSceneOptions;
  readonly #picture: Picture;
  readonly #space = new BodySpace();
  readonly #motion: CameraMotion;
  readonly #groups: GroupLayer;
  readonly #labels: LabelLayer;
  readonly #markLayer: MarkLayer;
  readonly #marks = new BodyMarks();
  readonly #surveyor = new Surveyor();
  readonly #quality = new Quality();
  readonly #loop: FrameLoop;
  readonly #stop: (() => void)[] = [];
  #copy: UniverseCopy | undefined;
  #time = 0;
  #selected: string | undefined;
  #ghosts: readonly Ghost[] = [];
  #dragGhost: Ghost | undefined;
  #covered: readonly Box[] = [];
  #frame: Frame | undefined;
  #frames = 0;
  #reported = '';
  #hasPicture = false;
  /** Whether the camera is where everything is seen. */
  #isHome = true;
  /** The next picture has all pixels. */
  #fine = false;
  #wasMoving = false;
  /** Whether a person moved the camera since the last picture. Without animations that is all of a motion. */
  #steered = false;
  #lastMs = 0;
  /** Whether bodies moved since the last picture. */
  #moved = false;
  #size = { width: 1, height: 1 };

  constructor(canvas: HTMLCanvasElement, options: UniverseSceneOptions) {
    this.#canvas = canvas;
    this.#options = options;
    this.#picture = new Picture(canvas);
    this.#motion = new CameraMotion(this.#space, options.reducedMotion ?? (() => false));
    this.#groups = new GroupLayer(this.#picture.clouds);
    this.#labels = new LabelLayer(options.overlay);
    this.#markLayer = new MarkLayer(options.overlay);
    this.#loop = new FrameLoop({
      draw: ms => this.#draw(ms),
      wait: () => this.#hasPicture && this.#picture.prepare(() => this.#loop.invalidate()),
      onRest: () => this.#rest(),
      onReport: () => this.#writeAttributes(),
    });
    this.#listen();
  }

  get camera(): string {
    return this.#isHome ? '' : writeCamera(this.#motion.wanted);
  }

  clear(camera?: string): void {
    this.#copy = undefined;
    this.#empty();
    this.#picture.points.updateAll(this.#space);
    this.#space.place(this.#time);
    this.#go(camera);
    this.#writeAttributes();
  }

  show(copy: UniverseCopy): void {
    const first = this.#copy === undefined;
    this.#copy = copy;
    this.#empty();
    const { store } = copy;
    for (const id of store.record('stars').keys()) this.#space.put(copy.drawnBody(id)!);
    for (const kind of cloudKinds()) for (const id of store.record(kind).keys()) this.#putCloud(kind, id);
    this.#groups.reset(store.record('groups').keys());
    this.#picture.points.updateAll(this.#space);
    this.#space.place(this.#time);
    if (first) this.#fitAgain();
    this.#loop.invalidate();
  }

  #empty(): void {
    this.#space.clear();
    this.#picture.clouds.clear();
    this.#groups.reset([]);
    this.#surveyor.reset();
    this.#moved = true;
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
    if (slots.size > 0) this.#picture.points.update(this.#space, slots);
    for (const kind of cloudKinds()) for (const id of touched.ids[kind]) this.#putCloud(kind, id);
    this.#groups.touch(touched.ids.groups);
    if (this.#hasPicture) this.#marks.pulse(touched.added, performance.now());
    this.#surveyor.reset();
    this.#loop.invalidate();
  }

  setTime(seconds: number): void {
    if (seconds === this.#time) return;
    this.#time = seconds;
    this.#loop.invalidate();
  }

  select(id: string | undefined): void {
    if (id === this.#selected) return;
    this.#selected = id;
    this.#loop.invalidate();
  }

  flyTo(id: string): void {
    this.#moved = this.#space.place(this.#time) || this.#moved;
    const view = this.#viewOf(id);
    if (view !== undefined) {
      this.#isHome = false;
      this.#motion.fly(view);
    }
    this.#loop.invalidate();
  }

  #viewOf(id: string): CameraState | undefined {
    const { wanted } = this.#motion;
    const slot = this.#space.slots.get(id);
    if (slot !== undefined) return bodyView(this.#space, slot, this.#copy?.body(id), wanted);
    const group = this.#groups.shapes.get(id);
    if (group !== undefined) return groupView(this.#space, group, wanted);
    const ghost = ghostPlace(this.#space, this.#ghosts, id);
    if (ghost !== undefined) return ghostView(ghost, wanted);
    const { store } = this.#copy ?? {};
    // A group of one system has no extent of its own.
    const system = store?.has('groups', id) === true ? firstSystem(store, id) : undefined;
    if (system !== undefined) return this.#viewOf(system);
    for (const kind of cloudKinds()) {
      const scenery = store?.get(kind, id) as Entity | undefined;
      if (scenery !== undefined) return sceneryView(scenery, this.#space, wanted);
    }
    return undefined;
  }

  home(): void {
    if (this.#copy === undefined) return;
    this.#isHome = true;
    this.#motion.fly(this.#homeView(this.#copy));
    this.#loop.invalidate();
  }

  #homeView(copy: UniverseCopy): CameraState {
    return homeView(copy, this.#space, { ...this.#size, covered: this.#covered });
  }

  /** The free area, or the universe, is another one. */
  #fitAgain(): void {
    if (this.#isHome && this.#copy !== undefined) this.#motion.jump(this.#homeView(this.#copy));
    this.#loop.invalidate();
  }

  setCamera(text: string | undefined): void {
    if ((text ?? '') !== this.#reported) this.#go(text);
  }

  #go(text: string | undefined): void {
    this.#reported = text ?? '';
    const state = readCamera(text);
    this.#isHome = state === undefined;
    if (state !== undefined) this.#motion.jump(state);
    this.#fitAgain();
  }

  setMarks(marks: readonly BodyMark[]): void {
    this.#marks.agents = marks;
    this.#loop.invalidate();
  }

  setGhosts(ghosts: readonly Ghost[]): void {
    this.#ghosts = ghosts;
    this.#loop.invalidate();
  }

  setCovered(areas: readonly Box[]): void {
    this.#covered = areas;
    this.#fitAgain();
  }

  dispose(): void {
    for (const stop of this.#stop) stop();
    this.#loop.dispose();
    this.#labels.dispose();
    this.#markLayer.dispose();
    this.#picture.dispose();
  }

  #listen(): void {
    const sized = new ResizeObserver(() => this.#resize());
    sized.observe(this.#canvas);
    this.#resize();
    const restored = () => {
      this.#picture.restore();
      this.#canvas.removeAttribute('data-lost');
      this.#loop.invalidate();
    };
    const lost = (event: Event) => {
      event.preventDefault();
      this.#canvas.setAttribute('data-lost', '');
    };
    this.#canvas.addEventListener('webglcontextlost', lost);
    this.#canvas.addEventListener('webglcontextrestored', restored);
    this.#stop.push(
      () => sized.disconnect(),
      () => this.#canvas.removeEventListener('webglcontextlost', lost),
      () => this.#canvas.removeEventListener('webglcontextrestored', restored),
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
    this.#picture.resize(width, height);
    this.#fitAgain();
  }

  #steer(part: Partial<CameraState>): void {
    this.#isHome = false;
    this.#motion.change(part);
    this.#steered = true;
    this.#loop.invalidate();
  }

  #pan(x: number, y: number): void {
    const { wanted } = this.#motion;
    const { right, up } = axesOf(wanted);
    const perPixel = wanted.distance / pixelsPerRadian(this.#size.height);
    const [a, b, c] = wanted.offset.map(
      (value, axis) => value + perPixel * (up[axis]! * y - right[axis]! * x),
    );
    this.#steer({ offset: [a!, b!, c!] });
  }

  #click(x: number, y: number, twice: boolean): void {
    const slot = this.#frame === undefined ? undefined : bodyAt(this.#frame, x, y);
    const id = slot === undefined ? undefined : this.#space.ids[slot];
    if (twice) {
      if (id !== undefined) this.flyTo(id);
      return;
    }
    // The picture stays as it is when the inspector opens.
    if (id !== undefined) this.#isHome = false;
    this.select(id);
    this.#options.onSelect?.(id);
  }

  #hover(x: number, y: number): void {
    if (this.#frame === undefined) return;
    const handle = this.#handleAt(this.#frame, x, y);
    this.#canvas.style.cursor =
      handle !== undefined ? 'move' : bodyAt(this.#frame, x, y) !== undefined ? 'pointer' : '';
  }

  #handleAt(frame: Frame, x: number, y: number): 'phase' | 'axis' | undefined {
    return this.#options.canDrag?.() === true ? handleAt(frame, x, y) : undefined;
  }

  #grab(x: number, y: number): Grabbed | undefined {
    const kind = this.#frame === undefined ? undefined : this.#handleAt(this.#frame, x, y);
    const body = this.#selected === undefined ? undefined : this.#copy?.drawnBody(this.#selected);
    if (kind === undefined || body === undefined) return undefined;
    return dragOrbit(kind, body, {
      frame: () => this.#frame,
      show: ghost => {
        this.#dragGhost = ghost;
        this.#loop.invalidate();
      },
      drop: change => this.#options.onDrag?.(body.id, change),
    });
  }

  #putCloud(kind: keyof typeof CLOUDS, id: string): void {
    const entity = this.#copy?.store.get(kind, id) as Entity | undefined;
    const { clouds } = this.#picture;
    if (entity === undefined) clouds.remove(CLOUDS[kind], id);
    else clouds[CLOUDS[kind]](entity);
  }

  #draw(ms: number): void {
    this.#setResolution(ms);
    const share = PLACE_TOLERANCE_PX / pixelsPerRadian(this.#size.height);
    let moved = this.#space.place(this.#time, this.#frame?.camera, this.#frame === undefined ? 0 : share);
    moved ||= this.#moved;
    this.#moved = false;
    const target = this.#motion.step(ms);
    const frame = frameOf(this.#space, target, this.#motion.now, {
      ...this.#size,
      density: this.#picture.density,
      selected: this.#selected === undefined ? -1 : (this.#space.slots.get(this.#selected) ?? -1),
    });
    this.#frame = frame;
    // Nearer bodies are placed more exactly than they were from the last place of the camera.
    if (this.#motion.moving) moved = this.#space.place(this.#time, frame.camera, share) || moved;
    if (this.#copy !== undefined) this.#groups.measure(this.#copy, this.#space);
    const wanting = this.#drawLayers(frame, moved, ms);
    this.#frames++;
    if (!this.#hasPicture && this.#space.size > 0) {
      this.#hasPicture = true;
      this.#options.onFirstPicture?.();
    }
    const pulsing = this.#marks.pulsing(performance.now());
    if (this.#motion.moving || wanting || pulsing) this.#loop.invalidate();
    if (!this.#motion.moving) this.#loop.rest(2 * this.#quality.frameMs);
    this.#loop.report();
    if (this.#frames === 1) this.#writeAttributes();
  }

  #setResolution(ms: number): void {
    const moving = this.#motion.moving || this.#steered || this.#time !== this.#space.time;
    this.#steered = false;
    if (moving && this.#wasMoving) this.#quality.frame(ms - this.#lastMs);
    this.#lastMs = ms;
    this.#wasMoving = moving;
    const fine = this.#fine && !moving;
    this.#fine = false;
    this.#picture.density = fine ? this.#quality.resting() : this.#quality.moving(devicePixelRatio);
  }

  #drawLayers(frame: Frame, moved: boolean, ms: number): boolean {
    const focus = this.#space.slots.get(this.#motion.now.focus ?? '');
    const boosts = this.#boosts(frame, focus);
    const chosen = this.#surveyor.look(frame, boosts, focus, this.#wasMoving ? ms : undefined);
    const ghosts = drawGhosts(
      frame,
      this.#dragGhost === undefined ? this.#ghosts : [...this.#ghosts, this.#dragGhost],
    );
    const wanting = this.#picture.draw(frame, this.#copy, chosen, {
      moved,
      share: this.#wasMoving ? this.#quality.crowd : 1,
      ghosts: ghosts.orbits,
    });
    if (this.#copy !== undefined)
      this.#labels.draw(
        bodyLabels(frame, this.#copy, this.#groups.shapes.values(), chosen),
        frame,
        this.#space.size > CROWD ? MAX_CROWD_LABELS : MAX_LABELS,
        this.#covered,
      );
    const handles = this.#options.canDrag?.() === true ? orbitHandles(frame) : [];
    this.#markLayer.draw([...this.#marks.places(frame, handles), ...ghosts.marks]);
    return wanting;
  }

  /** Bodies that have a label before others. */
  #boosts(frame: Frame, focus: number | undefined): ReadonlyMap<number, number> {
    const boost = new Map<number, number>();
    if (frame.selected >= 0) boost.set(frame.selected, 100);
    if (focus !== undefined) boost.set(focus, (boost.get(focus) ?? 0) + 3);
    for (const { id } of this.#marks.agents) {
      const slot = this.#space.slots.get(id);
      if (slot !== undefined) boost.set(slot, 40);
    }
    return boost;
  }

  #rest(): void {
    if (this.#picture.density !== this.#quality.resting()) {
      this.#fine = true;
      this.#loop.invalidate();
    }
    const text = this.camera;
    if (text === this.#reported || this.#copy === undefined) return;
    this.#reported = text;
    this.#options.onCamera?.(text);
  }

  #writeAttributes(): void {
    const { dataset } = this.#canvas;
    dataset.bodies = String(this.#space.size);
    dataset.revision = String(this.#copy?.revision ?? 0);
    dataset.focus = this.#motion.wanted.focus ?? '';
    dataset.selected = this.#selected ?? '';
    dataset.frames = String(this.#frames);
    dataset.time = String(this.#time);
  }
}

function cloudKinds(): readonly (keyof typeof CLOUDS & Kind)[] {
  return Object.keys(CLOUDS) as (keyof typeof CLOUDS)[];
}
