import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { Failure } from '../ui/failure.js';
import { viewOf } from './view-list.js';

/** The view of a world. Its chunk is loaded when it is first shown. */
export function WorldView({ world }: { readonly world: WorldInfo }) {
  const loaded = useSignal<{ name: string; View: ComponentType<{ world: WorldInfo }> } | undefined>(
    undefined,
  );
  const failure = useSignal<Error | undefined>(undefined);
  const attempts = useSignal(0);
  useEffect(() => {
    let gone = false;
    failure.value = undefined;
    viewOf(world.name)().then(
      ({ View }) => {
        if (!gone) loaded.value = { name: world.name, View };
      },
      () => {
        if (!gone)
          failure.value = new Error(
            'The view cannot be loaded: the server was stopped or updated. Load the page again.',
          );
      },
    );
    return () => {
      gone = true;
    };
  }, [world.name, attempts.value]);
  if (failure.value !== undefined)
    return (
      <main class="shell-center">
        <Failure error={failure.value} onRetry={() => location.reload()} />
      </main>
    );
  if (loaded.value?.name !== world.name)
    return (
      <main class="shell-center">
        <p class="ui-muted">Loading…</p>
      </main>
    );
  const { View } = loaded.value;
  return (
    <div class="shell-view">
      <View key={world.name} world={world} />
    </div>
  );
}
