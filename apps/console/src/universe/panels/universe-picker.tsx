import { go, place } from '../../state/place.js';
import { visibleText } from '../../text/visible-text.js';

interface Props {
  readonly heads: readonly { readonly id: string; readonly name: string }[];
}

/** Which universe is shown. */
export function UniversePicker({ heads }: Props) {
  const { item } = place.value;
  const known = heads.some(({ id }) => id === item);
  return (
    <label>
      <span class="visually-hidden">Universe</span>
      <select
        class="ui-input universe-picker"
        data-testid="universe-picker"
        value={item ?? ''}
        onChange={event =>
          go({
            item: event.currentTarget.value,
            rev: undefined,
            cmp: undefined,
            sel: undefined,
            cam: undefined,
            more: {},
          })
        }
      >
        {!known && item !== undefined && <option value={item}>{visibleText(item, 40)}</option>}
        {heads.map(({ id, name }) => (
          <option key={id} value={id}>
            {visibleText(name, 40)}
          </option>
        ))}
      </select>
    </label>
  );
}
