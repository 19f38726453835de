import { Untrusted } from '../text/untrusted.js';
import { differencesOf } from './differences.js';

interface Props {
  readonly before: unknown;
  readonly after: unknown;
}

const MARKS = { added: '+', removed: '−', changed: '~' } as const;

/** Two values as the differences between them, in words: what was added, removed and changed. */
export function BeforeAfter({ before, after }: Props) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <p class="ui-muted">Nothing changes.</p>;
  return (
    <ul class="ui-differences" data-testid="before-after">
      {differences.map(({ path, kind, before: old, after: now }) => (
        <li key={`${kind} ${path}`} class={`ui-difference ui-difference-${kind}`}>
          <span class="ui-difference-mark" title={kind}>
            <span aria-hidden="true">{MARKS[kind]}</span>
            <span class="visually-hidden">{kind} </span>
          </span>
          <span class="ui-difference-path">
            <Untrusted text={path === '' ? 'value' : path} max={120} />
          </span>
          <span class="ui-difference-values">
            {old !== undefined && (
              <del>
                <Untrusted text={old} max={300} />
              </del>
            )}
            {old !== undefined && now !== undefined && <span class="ui-difference-arrow"> → </span>}
            {now !== undefined && (
              <ins>
                <Untrusted text={now} max={300} />
              </ins>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
