import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Untrusted } from '../../text/untrusted.js';
import { type Found, searchUniverse } from '../model/search.js';
import { GROUP } from '../model/tree-rows.js';
import { useUniverse } from './universe-context.js';

const MAX_RESULTS = 8;

/** Finds a body and flies to it. */
export function SearchBox() {
  const { shown, select, flyTo } = useUniverse();
  const text = useSignal('');
  const results = useSignal<readonly Found[]>([]);
  const active = useSignal(0);
  const input = useRef<HTMLInputElement>(null);
  const search = (value: string) => {
    text.value = value;
    active.value = 0;
    const copy = shown.shown.value?.copy;
    results.value = copy === undefined ? [] : searchUniverse(copy.store, value, MAX_RESULTS);
  };
  const choose = (found: Found | undefined) => {
    if (found === undefined) return;
    select(found.kind === 'group' ? `${GROUP}${found.id}` : found.id);
    flyTo(found.id);
    results.value = [];
    text.value = '';
    input.current?.blur();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = results.value.length;
    if (event.key === 'ArrowDown') active.value = Math.min(count - 1, active.value + 1);
    else if (event.key === 'ArrowUp') active.value = Math.max(0, active.value - 1);
    else if (event.key === 'Enter') choose(results.value[active.value]);
    else if (event.key === 'Escape') search('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = results.value.length > 0;
  // An input has this role by itself only with a datalist, which cannot be styled.
  const combobox: object = {
    role: 'combobox',
    'aria-expanded': open,
    'aria-controls': 'universe-results',
    'aria-activedescendant': open ? `universe-result-${active.value}` : undefined,
  };
  return (
    <div class="universe-search">
      <input
        ref={input}
        type="search"
        class="ui-input"
        placeholder="Search and fly to"
        aria-label="Search bodies"
        {...combobox}
        autocomplete="off"
        data-testid="search"
        value={text.value}
        onInput={event => search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          results.value = [];
        }}
      />
      <div
        id="universe-results"
        role="listbox"
        aria-label="Bodies found"
        class="universe-results"
        hidden={!open}
      >
        {results.value.map((found, index) => (
          // The input has the keys and names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={`${found.kind} ${found.id}`}
            id={`universe-result-${index}`}
            role="option"
            aria-selected={index === active.value}
            data-testid="search-result"
            onPointerDown={event => {
              event.preventDefault();
              choose(found);
            }}
            onClick={() => choose(found)}
          >
            <Untrusted text={found.name} max={60} />
            <span class="ui-muted">{found.kind}</span>
          </div>
        ))}
      </div>
      {text.value !== '' && !open && (
        <p class="universe-results universe-none" role="status">
          No body has this name.
        </p>
      )}
    </div>
  );
}
