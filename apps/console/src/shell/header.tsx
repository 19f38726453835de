import { useEffect, useRef } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { approvals } from '../state/approvals.js';
import { place } from '../state/place.js';
import { serverStream } from '../state/server-stream.js';
import { gates, worlds } from '../state/worlds.js';
import { visibleText } from '../text/visible-text.js';
import { Button } from '../ui/button.js';
import { Connection } from './connection.js';
import { Mark } from './mark.js';
import { openWorld } from './navigate.js';
import { isPaletteOpen } from './open-dialogs.js';
import { PANELS } from './panels.js';
import { Presence } from './presence.js';
import { StopSwitch } from './stop-switch.js';
import { worldState } from './world-state.js';

export function Header() {
  return (
    <header class="shell-header">
      <Mark />
      {!PANELS.some(({ id }) => id === place.value.view) && (
        <h1 class="visually-hidden">{visibleText(place.value.view || 'Worldwire', 60)}</h1>
      )}
      <nav class="shell-worlds" aria-label="Worlds">
        {worlds.value?.map(world => (
          <WorldTab key={world.name} world={world} />
        ))}
      </nav>
      <Presence />
      <Connection />
      <Button
        label="Search"
        icon="search"
        keys="/"
        title="Search worlds, objects and commands (Ctrl+K)"
        testid="open-palette"
        onPress={() => {
          isPaletteOpen.value = true;
        }}
      />
      <StopSwitch />
    </header>
  );
}

function WorldTab({ world }: { readonly world: WorldInfo }) {
  const waiting = approvals.value?.filter(approval => approval.world === world.name).length ?? 0;
  const isLost = serverStream.value?.state.value === 'lost';
  const state = worldState(world, gates.value, waiting, isLost);
  const tab = useRef<HTMLButtonElement>(null);
  const isShown = place.value.view === world.name;
  // On a narrow page the tabs scroll.
  useEffect(() => {
    if (isShown) tab.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [isShown]);
  return (
    <button
      type="button"
      class="shell-world"
      ref={tab}
      aria-current={isShown ? 'page' : undefined}
      title={state.text}
      data-testid={`world-${world.name}`}
      data-state={state.kind}
      onClick={() => openWorld(world.name)}
    >
      <span class={`ui-dot shell-dot-${state.kind}`} />
      <span>{visibleText(world.name, 32)}</span>
      {state.label !== undefined && (
        <span class={`shell-world-note shell-note-${state.kind}`}>{state.label}</span>
      )}
      {waiting > 0 && (
        <span class="shell-count">
          {waiting}
          <span class="visually-hidden"> waiting for approval</span>
        </span>
      )}
    </button>
  );
}
