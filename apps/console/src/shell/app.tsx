import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { listWorlds, type WorldInfo } from '../api/operator.js';
import { go, place } from '../state/place.js';
import type { ViewModule } from '../views/view.js';
import { viewOf } from './view-list.js';

export function App() {
  const worlds = useSignal<readonly WorldInfo[]>([]);
  const View = useSignal<ComponentType<{ world: WorldInfo }> | undefined>(undefined);
  useSignalEffect(() => {
    void listWorlds().then(found => {
      worlds.value = found;
      if (place.value.view === '' && found[0] !== undefined) go({ view: found[0].name }, true);
    });
  });
  useSignalEffect(() => {
    const world = worlds.value.find(({ name }) => name === place.value.view);
    if (world !== undefined)
      void viewOf(world.name)().then((module: ViewModule) => {
        View.value = module.View;
      });
  });
  const world = worlds.value.find(({ name }) => name === place.value.view);
  const Shown = View.value;
  return world === undefined || Shown === undefined ? <p>Loading</p> : <Shown world={world} />;
}
