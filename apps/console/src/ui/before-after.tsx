import { Untrusted } from '../text/untrusted.js';
import { type Difference, differencesOf, groupsOf } from './differences.js';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
  /** Whose units the values have. */
  readonly world?: string;
  /** For what a person decides on: nothing is cut. */
  readonly isWhole?: boolean;
}

const MARKS = { added: '+', removed: '−', changed: '~' } as const;

/** Two values as the differences between them, in words: what was added, removed and changed. */
export function BeforeAfter({ before, after, world, isWhole = false }: Props) {
  const max = isWhole ? Number.MAX_SAFE_INTEGER : undefined;
  const groups = groupsOf(differencesOf(before, after, world, max));
  if (groups.length === 0) return <p class="ui-muted">Nothing changes.</p>;
  return (
    <div class="ui-differences" data-testid="before-after">
      {groups.map(({ name, kind, differences }) => (
        <section key={name}>
          {name !== '' && (
            <h4 class={`ui-difference-group ui-difference-${kind}`}>
              <span class="ui-difference-mark" aria-hidden="true">
                {MARKS[kind]}
              </span>
              <Untrusted text={name} max={max ?? 120} />
              <span class="ui-muted">{kind}</span>
            </h4>
          )}
          <ul>
            {differences.map(difference => (
              <Row key={`${difference.kind} ${difference.path}`} {...difference} max={max} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({
  path,
  kind,
  before: old,
  after: now,
  max,
}: Difference & { readonly max?: number | undefined }) {
  return (
    <li class={`ui-difference ui-difference-${kind}`}>
      <span class="ui-difference-mark" title={kind}>
        <span aria-hidden="true">{MARKS[kind]}</span>
        <span class="visually-hidden">{kind} </span>
      </span>
      <span class="ui-difference-path">
        <Untrusted text={path === '' ? 'value' : path} max={max ?? 120} />
      </span>
      <span class="ui-difference-values">
        {old !== undefined && (
          <del>
            <Untrusted text={old} max={max ?? 300} />
          </del>
        )}
        {old !== undefined && now !== undefined && <span class="ui-difference-arrow"> → </span>}
        {now !== undefined && (
          <ins>
            <Untrusted text={now} max={max ?? 300} />
          </ins>
        )}
      </span>
    </li>
  );
}
