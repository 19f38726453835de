/** Angles in radians, lengths in km. The camera looks from `distance` at a body, or at a place beside it. */
export interface CameraState {
  readonly focus: string | undefined;
  /** From the focus. */
  readonly offset: readonly [number, number, number];
  /** 0 looks along −z, towards the vernal equinox at −90°. */
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
}

export const FIELD_OF_VIEW = (45 * Math.PI) / 180;
export const MIN_DISTANCE = 0.5;
export const MAX_DISTANCE = 1e21;
const MAX_ELEVATION = Math.PI / 2 - 0.001;
const DEGREE = Math.PI / 180;

export const DEFAULT_CAMERA: CameraState = {
  focus: undefined,
  offset: [0, 0, 0],
  azimuth: 20 * DEGREE,
  elevation: 32 * DEGREE,
  distance: 1e9,
};

/** Azimuth, elevation (degrees), distance (km), id of the focus, and an offset if there is one: `35,20,4.2e5,titan`. */
export function writeCamera({ focus, offset, azimuth, elevation, distance }: CameraState): string {
  const angles = [azimuth / DEGREE, elevation / DEGREE].map(angle => shorter(angle, 4));
  const moved = offset.some(value => value !== 0) ? offset.map(value => shorter(value, 9)) : [];
  return [...angles, shorter(distance, 6), encodeURIComponent(focus ?? ''), ...moved].join(',');
}

export function readCamera(text: string | undefined): CameraState | undefined {
  const parts = text?.split(',') ?? [];
  const [azimuth, elevation, distance] = parts.slice(0, 3).map(Number);
  const offset = parts.slice(4, 7).map(Number);
  const all = [azimuth, elevation, distance, ...offset];
  if (parts.length < 4 || offset.length % 3 !== 0 || !all.every(Number.isFinite)) return undefined;
  return bounded({
    focus: decoded(parts[3]!) || undefined,
    offset: [offset[0] ?? 0, offset[1] ?? 0, offset[2] ?? 0],
    azimuth: azimuth! * DEGREE,
    elevation: elevation! * DEGREE,
    distance: distance!,
  });
}

export function bounded(state: CameraState, nearest = MIN_DISTANCE): CameraState {
  const turn = 2 * Math.PI;
  return {
    ...state,
    azimuth: ((state.azimuth % turn) + turn) % turn,
    elevation: Math.max(-MAX_ELEVATION, Math.min(MAX_ELEVATION, state.elevation)),
    distance: Math.max(nearest, Math.min(MAX_DISTANCE, state.distance)),
  };
}

/** From the target to the camera, of length 1. */
export function directionOf({ azimuth, elevation }: CameraState): readonly [number, number, number] {
  const level = Math.cos(elevation);
  return [level * Math.sin(azimuth), Math.sin(elevation), level * Math.cos(azimuth)];
}

/** To the right and up on the picture, of length 1. */
export function axesOf(state: CameraState): {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
} {
  const { azimuth, elevation } = state;
  const rise = Math.sin(elevation);
  return {
    right: [Math.cos(azimuth), 0, -Math.sin(azimuth)],
    up: [-rise * Math.sin(azimuth), Math.cos(elevation), -rise * Math.cos(azimuth)],
  };
}

function shorter(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
