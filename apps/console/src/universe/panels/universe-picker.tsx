import { go, place } from '../../state/place.js';
import { visibleText } from '../../text/visible-text.js';
import { MAX_HEADS, type UniverseList } from '../live/universe-list.js';

/** Which universe is shown. */
export function UniversePicker({ list }: { readonly list: UniverseList }) {
  const { item } = place.value;
  const heads = list.heads.value ?? [];
  const isKnown = heads.some(({ id }) => id === item);
  const choose = (id: string) => {
    const { t: _, ...more } = place.peek().more;
    go({ item: id, rev: undefined, cmp: undefined, sel: undefined, cam: undefined, more });
  };
  return (
    <label>
      <span class="visually-hidden">Universe</span>
      <select
        class="ui-input universe-picker"
        data-testid="universe-picker"
        value={item ?? ''}
        onFocus={() => void list.read().catch(() => undefined)}
        onChange={event => choose(event.currentTarget.value)}
      >
        {!isKnown && item !== undefined && <option value={item}>{visibleText(item, 40)}</option>}
        {heads.map(({ id, name }) => (
          <option key={id} value={id}>
            {visibleText(name, 40)}
          </option>
        ))}
        {heads.length >= MAX_HEADS && (
          <option disabled>{`Only ${heads.length} are listed: others open by their address`}</option>
        )}
      </select>
    </label>
  );
}
