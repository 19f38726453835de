/** How a project of 400 by 300 fills a window of 800 by 450, and the size of its picture, which has no black bars. */
export const STRETCHES = [
  { mode: 'DISABLED', aspect: 'IGNORE', shrink: 1, size: [800, 450] },
  { mode: 'DISABLED', aspect: 'IGNORE', shrink: 2, size: [400, 225] },
  { mode: '2D', aspect: 'IGNORE', shrink: 1, size: [800, 450] },
  { mode: '2D', aspect: 'KEEP', shrink: 1, size: [600, 450] },
  { mode: '2D', aspect: 'KEEP', shrink: 2, size: [300, 225] },
  { mode: '2D', aspect: 'KEEP_WIDTH', shrink: 1, size: [600, 450] },
  { mode: '2D', aspect: 'KEEP_HEIGHT', shrink: 1, size: [800, 450] },
  { mode: '2D', aspect: 'EXPAND', shrink: 1, size: [800, 450] },
  { mode: 'VIEWPORT', aspect: 'IGNORE', shrink: 1, size: [400, 300] },
  { mode: 'VIEWPORT', aspect: 'KEEP', shrink: 1, size: [400, 300] },
  { mode: 'VIEWPORT', aspect: 'EXPAND', shrink: 1, size: [533, 300] },
] as const;

export type Stretch = (typeof STRETCHES)[number];

/** Stretches as a project does that is set up so, and waits for the next frame. */
export const stretchCode = ({ mode, aspect, shrink }: Stretch) =>
  [
    `ProjectSettings.set_setting("display/window/stretch/mode", "${mode.toLowerCase()}")`,
    `ProjectSettings.set_setting("display/window/stretch/aspect", "${aspect.toLowerCase()}")`,
    `tree.set_screen_stretch(SceneTree.STRETCH_MODE_${mode}, SceneTree.STRETCH_ASPECT_${aspect}, Vector2(400, 300), ${shrink})`,
    'yield(tree, "idle_frame")',
  ].join('\n');
