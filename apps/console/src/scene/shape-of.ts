import type { ComponentCard } from './cards.js';

export type Shape = 'Cube' | 'Sphere' | 'Capsule' | 'Cylinder' | 'Plane' | 'Quad';
const SHAPES: readonly string[] = ['Cube', 'Sphere', 'Capsule', 'Cylinder', 'Plane', 'Quad'];

/** How an object looks, as far as its components say it. */
export interface Look {
  /** A mesh of the engine that is known here. Others are drawn as their bounds. */
  readonly shape?: Shape;
  /** Parts from 0 to 1. */
  readonly colour?: readonly [number, number, number, number];
  readonly kind: 'light' | 'camera' | 'mesh' | 'other';
}

const RGBA = /^RGBA\(\s*(-?[\d.]+),\s*(-?[\d.]+),\s*(-?[\d.]+),\s*(-?[\d.]+)\)$/;

export function lookOf(components: readonly ComponentCard[]): Look {
  const summary = (type: RegExp) => components.find(({ Type }) => type.test(Type))?.Summary;
  const mesh = summary(/(?:^|\.)MeshFilter$/);
  const colour = RGBA.exec(summary(/(?:^|\.)MeshRenderer$/) ?? '')
    ?.slice(1)
    .map(Number);
  const has = (type: RegExp) => components.some(({ Type }) => type.test(Type));
  return {
    ...(mesh !== undefined && SHAPES.includes(mesh) && { shape: mesh as Shape }),
    ...(colour?.every(Number.isFinite) && { colour: colour as unknown as [number, number, number, number] }),
    kind: has(/Light$/)
      ? 'light'
      : has(/Camera$/)
        ? 'camera'
        : has(/Mesh(?:Filter|Renderer|Instance)$/)
          ? 'mesh'
          : 'other',
  };
}
