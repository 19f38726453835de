import { Untrusted } from '../../text/untrusted.js';
import { type DifferenceGroup, differenceGroups } from '../model/difference-groups.js';
import { useUniverse } from './universe-context.js';

const TITLES: Readonly<Record<DifferenceGroup['kind'], string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};
const MAX_FIELDS = 3;
const MAX_NAME = 40;

/** The bodies that differ between the two compared revisions. A press flies to one, also to where a removed one was. */
export function DifferenceList() {
  const { shown, select, flyTo } = useUniverse();
  shown.version.value;
  const copy = shown.shown.value?.copy;
  const compared = shown.compared.value;
  if (copy === undefined || compared === undefined) return null;
  const groups = differenceGroups(copy, compared.with, compared.difference);
  if (groups.length === 0) return null;
  const choose = (id: string) => {
    if (copy.body(id) !== undefined) select(id);
    flyTo(id);
  };
  const [older, newer] = [copy.revision, compared.with.revision].sort((one, other) => one - other);
  return (
    <details
      class="universe-differences"
      open={matchMedia('(min-width: 701px)').matches}
      data-testid="difference-list"
    >
      <summary>
        From revision {older} to {newer}
      </summary>
      <div class="universe-differences-body">
        {groups.map(({ kind, total, items }) => (
          <section key={kind} aria-label={TITLES[kind]}>
            <h3 class={`universe-${kind}`}>
              {TITLES[kind]} ({total})
            </h3>
            <ul>
              {items.map(({ id, name, fields }) => (
                <li key={id}>
                  <button
                    type="button"
                    class="universe-difference"
                    data-testid="difference-item"
                    data-kind={kind}
                    title="Fly to it"
                    onClick={() => choose(id)}
                  >
                    <Untrusted text={name} max={MAX_NAME} />
                    {fields.length > 0 && <small class="ui-muted">{fieldText(fields)}</small>}
                  </button>
                </li>
              ))}
            </ul>
            {total > items.length && <p class="ui-muted">and {total - items.length} more</p>}
          </section>
        ))}
      </div>
    </details>
  );
}

function fieldText(fields: readonly string[]): string {
  const more = fields.length - MAX_FIELDS;
  return `${fields.slice(0, MAX_FIELDS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
