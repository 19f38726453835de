import type { ViewModule } from '../views/view.js';

/** Views by the name of the world. Another world gets the view of its tools. */
const VIEWS: Readonly<Record<string, () => Promise<ViewModule>>> = {
  universe: () => import('../universe/universe-view.js'),
  unity: () => import('../scene/scene-view.js'),
  unreal: () => import('../unreal/unreal-view.js'),
};

export function viewOf(world: string): () => Promise<ViewModule> {
  return VIEWS[world] ?? (() => import('../tools/tools-view.js'));
}
