import { waitingCount } from '../state/approvals.js';
import { place } from '../state/place.js';
import { session, signOut } from '../state/session.js';
import { chooseTheme, theme } from '../state/theme.js';
import { worlds } from '../state/worlds.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { attempt } from '../ui/toast.js';
import { isInboxShown, isWorldShown, openPanel, openWorld } from './navigate.js';
import { areKeysShown } from './open-dialogs.js';
import { PANELS } from './panels.js';

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const;
const THEME_ICON = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** Panels of the server at the side. On a narrow page they are at the bottom, with the worlds. */
export function Rail() {
  const { view } = place.value;
  const user = session.value.state === 'signed-in' ? session.value.principal : '';
  const isShown = (id: string) => (id === 'approvals' ? isInboxShown() : view === id);
  return (
    <nav class="shell-rail" aria-label="Panels">
      <button
        type="button"
        class="shell-rail-item shell-rail-world"
        aria-current={isWorldShown() && !isInboxShown() ? 'page' : undefined}
        onClick={() => {
          const world = worlds.value?.find(({ name }) => name === view) ?? worlds.value?.[0];
          if (isWorldShown() && isInboxShown()) openPanel('approvals');
          else if (world !== undefined) openWorld(world.name);
        }}
      >
        <Icon name="world" />
        <span>World</span>
      </button>
      {PANELS.map(({ id, label, icon, keys }) => (
        <button
          key={id}
          type="button"
          class="shell-rail-item"
          aria-current={isShown(id) ? 'page' : undefined}
          title={`${label} (${keys})`}
          data-testid={`panel-${id}`}
          onClick={() => openPanel(id)}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {id === 'approvals' && waitingCount.value > 0 && (
            <span class="shell-count" data-testid="waiting-count">
              {waitingCount.value}
              <span class="visually-hidden"> waiting</span>
            </span>
          )}
        </button>
      ))}
      <div class="shell-rail-foot">
        <Button
          label={`Theme: ${theme.value}`}
          icon={THEME_ICON[theme.value]}
          iconOnly
          kind="quiet"
          testid="theme"
          onPress={() => chooseTheme(NEXT_THEME[theme.value])}
        />
        <Button
          label="Keyboard"
          icon="keyboard"
          iconOnly
          kind="quiet"
          keys="?"
          testid="keys"
          onPress={() => {
            areKeysShown.value = true;
          }}
        />
        <Button
          label={`Sign out ${user}`}
          icon="out"
          iconOnly
          kind="quiet"
          testid="sign-out"
          onPress={() => void attempt(signOut)}
        />
      </div>
    </nav>
  );
}
