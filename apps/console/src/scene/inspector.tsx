import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from '../explorer/failure.js';
import { shortType } from '../explorer/member-value.js';
import { type Written, WrittenLine } from '../explorer/written.js';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { Empty } from '../ui/empty.js';
import type { Card, ComponentCard, Page } from './cards.js';
import { ComponentMembers } from './component-members.js';
import type { SceneStore } from './scene-store.js';

const FIELDS = [
  'Name',
  'Path',
  'Tag',
  'Layer',
  'Active',
  'ActiveInHierarchy',
  'Visible',
  'Speed',
  'Descendants',
];

interface Props {
  readonly store: SceneStore;
  /** Why writes are not possible. */
  readonly closed: string | undefined;
}

export function Inspector({ store, closed }: Props) {
  const id = place.value.sel;
  const card = useSignal<Card | undefined>(undefined);
  const components = useSignal<readonly ComponentCard[]>([]);
  const failure = useSignal<unknown>(undefined);
  const written = useSignal<Written | undefined>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set(['UnityEngine.Transform']));
  useEffect(() => {
    written.value = undefined;
    card.value = undefined;
    components.value = [];
  }, [id]);
  useSignalEffect(() => {
    const { sel } = place.value;
    const { ids, all } = store.touched.value;
    if (sel !== undefined && (all || ids.has(sel) || card.peek()?.Id !== sel)) void read(sel);
  });
  if (id === undefined)
    return (
      <Empty
        title="Nothing is selected"
        text="Select an object in the hierarchy or in the 3D view to see its components."
      />
    );
  const { value } = card;
  return (
    <div class="scene-inspector" data-testid="inspector">
      <Failure thrown={failure.value} />
      {value !== undefined && (
        <>
          <header class="scene-head">
            <h2>
              <Untrusted text={value.Name ?? id} max={80} />
            </h2>
            <label class="scene-active">
              <input
                type="checkbox"
                data-testid="active"
                disabled={closed !== undefined}
                title={closed}
                checked={value.Active === true}
                onChange={event => void write('SetActive', { active: event.currentTarget.checked }, 'active')}
              />
              active
            </label>
            <p class="ui-muted scene-path">
              <Untrusted text={value.Path ?? ''} max={300} />
            </p>
            <p class="scene-facts">
              <code>{id}</code>
              <span>
                tag <Untrusted text={value.Tag ?? ''} max={40} />
              </span>
              <span>layer {value.Layer}</span>
              {(value.Descendants ?? 0) > 0 && <span>{value.Descendants} below</span>}
              {(value.Speed ?? 0) > 0 && <span>{value.Speed} m/s</span>}
            </p>
            <p class="scene-visible" data-testid="visibility">
              <span class={`ui-badge ui-badge-${value.Visible === true ? 'ok' : 'warn'}`}>
                {value.Visible === true
                  ? 'visible'
                  : value.Visible === false
                    ? 'not visible'
                    : 'visibility unknown'}
              </span>
              {value.VisibleReason !== undefined && (
                <span class="ui-muted">
                  <Untrusted text={value.VisibleReason} max={200} />
                </span>
              )}
              {[value.VisibleCause, value.CoveredBy].map(
                other =>
                  other !== undefined && (
                    <button
                      key={other.Id}
                      type="button"
                      class="ui-button"
                      onClick={() => store.select(other.Id, closed === undefined)}
                    >
                      <Untrusted text={other.Path} max={60} />
                    </button>
                  ),
              )}
            </p>
          </header>
          {closed !== undefined && <p class="explorer-note">{closed}</p>}
          {written.value !== undefined && <WrittenLine written={written.value} onUndo={undo} />}
          {components.value.map(({ Type, Summary }, index) => (
            <section key={`${Type} ${index}`} class="scene-component">
              <h3>
                <button
                  type="button"
                  aria-expanded={open.value.has(Type)}
                  data-testid={`component-${shortType(Type)}`}
                  onClick={() => toggle(Type)}
                >
                  <span
                    class="explorer-twist"
                    data-open={open.value.has(Type) ? '' : undefined}
                    aria-hidden="true"
                  >
                    ▸
                  </span>
                  <Untrusted text={shortType(Type)} max={60} />
                  <span class="ui-muted explorer-push">
                    <Untrusted text={Summary} max={40} />
                  </span>
                </button>
              </h3>
              {open.value.has(Type) && (
                <ComponentMembers
                  store={store}
                  objectId={id}
                  type={Type}
                  closed={closed}
                  onWritten={change => {
                    written.value = change;
                  }}
                />
              )}
            </section>
          ))}
        </>
      )}
    </div>
  );

  function toggle(type: string): void {
    const next = new Set(open.peek());
    if (!next.delete(type)) next.add(type);
    open.value = next;
  }

  async function read(objectId: string): Promise<void> {
    try {
      const found = await store.call<Card>('GetObject', { id: objectId, fields: FIELDS });
      const parts = await store.call<Page<ComponentCard>>('GetComponents', { objectId, limit: 100 });
      if (place.peek().sel !== objectId) return;
      card.value = found;
      components.value = parts.Items;
      const [first] = parts.Items;
      if (first !== undefined && !parts.Items.some(({ Type }) => open.peek().has(Type))) toggle(first.Type);
      failure.value = undefined;
    } catch (thrown) {
      if (place.peek().sel === objectId) failure.value = thrown;
    }
  }

  async function write(tool: string, args: Record<string, unknown>, what: string): Promise<void> {
    try {
      const answer = await store.call<{ before?: unknown; after?: unknown; journalId?: number }>(tool, {
        objectId: id,
        ...args,
        confirm: true,
      });
      failure.value = undefined;
      written.value = {
        what,
        before: String(answer.before),
        after: String(answer.after),
        ...(answer.journalId !== undefined && { journalId: answer.journalId }),
      };
    } catch (thrown) {
      failure.value = thrown;
    }
    await read(id!);
  }

  async function undo(journalId: number): Promise<void> {
    try {
      await store.call('UndoWrite', { id: journalId, confirm: true });
      written.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    }
  }
}
