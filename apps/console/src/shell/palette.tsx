import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { agents, followed } from '../state/agents.js';
import { go } from '../state/place.js';
import { chooseTheme } from '../state/theme.js';
import { worlds } from '../state/worlds.js';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';
import { shownJournal } from '../time/journal.js';
import { shownView } from '../views/shown-view.js';
import type { FoundObject } from '../views/view.js';
import { BINDINGS } from './bindings.js';
import { openWorld } from './navigate.js';
import { isPaletteOpen } from './open-dialogs.js';
import { matching, objectItem, type PaletteItem, revisionIn } from './palette-items.js';

const MAX_ITEMS = 40;
const SEARCH_MS = 120;

/** Search over everything: commands, worlds, objects of the view, agents, and revisions as `at 120`. */
export function Palette() {
  return isPaletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const found = useSignal<readonly FoundObject[]>([]);
  const index = useSignal(0);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    const wanted = text.value.trim();
    const view = shownView.peek();
    if (wanted === '' || view === undefined) {
      found.value = [];
      return;
    }
    let gone = false;
    const timer = setTimeout(() => {
      view.search(wanted).then(
        objects => {
          if (!gone) found.value = objects.slice(0, 20);
        },
        () => {
          if (!gone) found.value = [];
        },
      );
    }, SEARCH_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text.value]);
  const close = () => dialog.current?.close();
  const items = itemsOf(text.value, found.value).slice(0, MAX_ITEMS);
  const at = Math.min(index.value, Math.max(0, items.length - 1));
  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    close();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      index.value = (at + step + items.length) % Math.max(1, items.length);
      document.getElementById(`palette-${index.value}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(items[at]);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="shell-palette"
      aria-label="Search"
      data-testid="palette"
      onClose={() => {
        isPaletteOpen.value = false;
      }}
      onKeyDown={event => event.key !== 'Escape' && event.stopPropagation()}
      onClick={event => event.target === dialog.current && close()}
    >
      <input
        class="shell-palette-input"
        type="text"
        role="combobox"
        aria-label="Search worlds, objects and commands"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={items.length > 0 ? `palette-${at}` : undefined}
        placeholder={`Search objects, worlds, commands${shownJournal.value === undefined ? '' : ', or “at 120”'}`}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        data-testid="palette-input"
        onInput={event => {
          text.value = event.currentTarget.value;
          index.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div class="shell-palette-list" id="palette-list" role="listbox" aria-label="Results" tabIndex={-1}>
        {items.map((item, number) => (
          <div key={item.id} role="presentation">
            {items[number - 1]?.group !== item.group && (
              <div class="shell-palette-group" role="presentation">
                {item.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
            <div
              id={`palette-${number}`}
              role="option"
              tabIndex={-1}
              class="shell-palette-item"
              aria-selected={number === at}
              data-testid="search-result"
              onClick={() => run(item)}
              onPointerMove={() => {
                index.value = number;
              }}
            >
              <Untrusted text={item.label} max={80} />
              {item.note !== undefined && <span class="ui-muted">{visibleText(item.note, 60)}</span>}
              {item.keys !== undefined && <kbd class="ui-keys">{item.keys}</kbd>}
            </div>
          </div>
        ))}
      </div>
      {items.length === 0 && <p class="shell-palette-none">Nothing matches.</p>}
    </dialog>
  );
}

function itemsOf(text: string, found: readonly FoundObject[]): readonly PaletteItem[] {
  const revision = revisionIn(text);
  const journal = shownJournal.value;
  const revisions: readonly PaletteItem[] =
    revision === undefined || journal === undefined
      ? []
      : [
          {
            id: 'revision',
            group: 'Revisions',
            label: `Go to revision ${revision}`,
            note: `newest ${journal.newest.value}`,
            run: () => go({ rev: Math.min(revision, journal.newest.value) }),
          },
        ];
  const objects = found.map(object => objectItem(object, id => shownView.value?.show(id)));
  const worldItems = (worlds.value ?? []).map(
    ({ name }): PaletteItem => ({
      id: `world ${name}`,
      group: 'Worlds',
      label: name,
      run: () => openWorld(name),
    }),
  );
  const agentItems = [...agents.value.keys()].map(
    (name): PaletteItem => ({
      id: `agent ${name}`,
      group: 'Agents',
      label: `Follow ${name}`,
      run: () => {
        followed.value = name;
      },
    }),
  );
  const commands = BINDINGS.filter(
    ({ when, keys }) => (when?.() ?? true) && keys !== 'Ctrl+K or /' && !/^g \d$/.test(keys),
  ).map(
    ({ keys, label, group, run }): PaletteItem => ({
      id: `command ${keys}`,
      group: 'Commands',
      label: group === 'Go to' ? `Go to ${label}` : label,
      keys,
      run,
    }),
  );
  const themes = (['system', 'light', 'dark'] as const).map(
    (name): PaletteItem => ({
      id: `theme ${name}`,
      group: 'Commands',
      label: `Theme: ${name}`,
      run: () => chooseTheme(name),
    }),
  );
  if (text.trim() === '') return [...worldItems, ...commands];
  return [
    ...revisions,
    ...objects,
    ...matching([...worldItems, ...agentItems, ...commands, ...themes], text),
  ];
}
