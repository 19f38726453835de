import { useSignal } from '@preact/signals';
import { allowedValues, type FailureText, failureText } from '../explorer/failure-text.js';
import { MemberEditor } from '../explorer/member-editor.js';
import { Untrusted } from '../text/untrusted.js';
import { nameOf } from './asset-rows.js';
import { packageOf, showAsset } from './unreal-place.js';

const MAX_PROPERTIES = 200;

interface Props {
  readonly label: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Why they cannot be set. `fixed` shows plain values. */
  readonly closed: string | undefined;
  readonly onSet?: (name: string, value: unknown) => Promise<void>;
}

/** Properties of an object. Paths of assets lead to them. */
export function PropertyList({ label, properties, closed, onSet }: Props) {
  const failed = useSignal<{ readonly name: string; readonly text: FailureText } | undefined>(undefined);
  const busy = useSignal<string | undefined>(undefined);
  const entries = Object.entries(properties);
  return (
    <>
      <dl class="explorer-members">
        {entries.slice(0, MAX_PROPERTIES).map(([name, value]) => {
          const problem = failed.value?.name === name ? failed.value.text : undefined;
          const asset = typeof value === 'string' && /^\/[A-Za-z]\w*\//.test(value) ? value : undefined;
          return (
            <div key={name} class="explorer-member" data-testid={`property-${name}`}>
              <dt title={name}>
                <Untrusted text={name} max={50} />
              </dt>
              <dd data-busy={busy.value === name ? '' : undefined}>
                {asset === undefined || asset.startsWith('/Script/') ? (
                  <MemberEditor
                    label={`${label} ${name}`}
                    type=""
                    text={textOf(value)}
                    json={value}
                    isFixed={onSet === undefined}
                    closed={closed}
                    options={problem === undefined ? [] : allowedValues(problem)}
                    onSet={next => void set(name, next)}
                  />
                ) : (
                  <button
                    type="button"
                    class="ui-button ui-button-quiet unreal-link"
                    title={asset}
                    onClick={() => showAsset(packageOf(asset))}
                  >
                    <Untrusted text={nameOf(asset)} max={60} />
                  </button>
                )}
                {problem !== undefined && (
                  <p class="explorer-member-problem" role="alert">
                    <Untrusted text={`${problem.message} ${problem.hint ?? ''}`} max={400} />
                  </p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {entries.length > MAX_PROPERTIES && (
        <p class="explorer-note">
          The first {MAX_PROPERTIES} of {entries.length} properties.
        </p>
      )}
    </>
  );

  async function set(name: string, value: unknown): Promise<void> {
    busy.value = name;
    failed.value = undefined;
    try {
      await onSet?.(name, value);
    } catch (thrown) {
      failed.value = { name, text: failureText(thrown) };
    } finally {
      busy.value = undefined;
    }
  }
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}
