import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import type { UniverseScene } from './draw/scene.js';

/** Tells the scene which areas of the canvas lie under panels: the other children of the canvas's parent. */
export function useCovered(
  canvas: RefObject<HTMLCanvasElement | null>,
  overlay: RefObject<HTMLElement | null>,
  scene: ReadonlySignal<UniverseScene | undefined | null>,
): void {
  useSignalEffect(() => {
    const drawn = scene.value;
    const parent = canvas.current?.parentElement;
    if (drawn === undefined || drawn === null || parent === null || parent === undefined) return;
    const panels = () =>
      [...parent.children].filter(child => child !== canvas.current && child !== overlay.current);
    const measure = () => {
      const base = parent.getBoundingClientRect();
      const areas = panels().map(panel => {
        const { left, top, right, bottom } = panel.getBoundingClientRect();
        return {
          left: left - base.left,
          top: top - base.top,
          right: right - base.left,
          bottom: bottom - base.top,
        };
      });
      drawn.setCovered(areas.filter(({ left, top, right, bottom }) => right > left && bottom > top));
    };
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const element of [parent, ...panels()]) sizes.observe(element);
    };
    const children = new MutationObserver(watch);
    children.observe(parent, { childList: true });
    watch();
    return () => {
      sizes.disconnect();
      children.disconnect();
    };
  });
}
