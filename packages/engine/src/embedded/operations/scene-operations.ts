import type { SceneLoader } from '../scenes/scene-loader.js';
import type { Handlers } from './handlers.js';

export function sceneOperations(loader: SceneLoader): Handlers<'scene.list' | 'scene.builds' | 'scene.load'> {
  return {
    'scene.list': () => loader.list(),
    'scene.builds': () => loader.builds(),
    'scene.load': ({ name, mode }) => loader.load(name, mode),
  };
}
