import { useSignal } from '@preact/signals';
import { type Entity, type Star, shapeOf } from '@worldwire/universe/sky';
import { useEffect } from 'preact/hooks';
import { place } from '../../state/place.js';
import { Untrusted } from '../../text/untrusted.js';
import { Button } from '../../ui/button.js';
import { HoldButton } from '../../ui/hold-button.js';
import { freeId, newBody } from '../model/command-forms.js';
import { factsOf } from '../model/facts.js';
import { GROUP, SCENERY } from '../model/tree-rows.js';
import type { UniverseCopy } from '../model/universe-copy.js';
import { CommandDialog, type Draft } from './command-dialog.js';
import { change, closedReason } from './editing.js';
import { useUniverse } from './universe-context.js';

const REFRESH_MS = 250;
const NEW_KINDS = ['planet', 'moon', 'star', 'asteroid', 'comet', 'blackHole'] as const;

/** What is known of the selected body, and commands that change it. */
export function Inspector() {
  const parts = useUniverse();
  const { shown, select } = parts;
  const draft = useSignal<Draft | undefined>(undefined);
  shown.version.value;
  const copy = shown.shown.value?.copy;
  const { sel } = place.value;
  if (copy === undefined) return null;
  const body = sel === undefined ? undefined : copy.body(sel);
  const reason = closedReason(parts);
  return (
    <section class="universe-inspector" aria-label="Inspector" data-testid="inspector">
      <header class="universe-panel-head">
        <h2>
          <Untrusted text={titleOf(copy, sel)} max={60} />
        </h2>
        <Button
          label="Close the inspector"
          icon="close"
          iconOnly
          kind="quiet"
          onPress={() => select(undefined)}
        />
      </header>
      <div class="universe-inspector-body">
        {body !== undefined ? (
          <BodyFacts copy={copy} body={body} />
        ) : (
          <EntityFacts entity={entityOf(copy, sel)} />
        )}
        {reason !== undefined && (
          <p class="universe-closed" data-testid="closed-reason">
            {reason}
          </p>
        )}
        <Actions
          copy={copy}
          body={body}
          sel={sel}
          disabled={reason !== undefined}
          onDraft={next => {
            draft.value = next;
          }}
        />
      </div>
      {draft.value !== undefined && (
        <CommandDialog
          draft={draft.value}
          onClose={() => {
            draft.value = undefined;
          }}
        />
      )}
    </section>
  );
}

function BodyFacts({ copy, body }: { readonly copy: UniverseCopy; readonly body: Star }) {
  const { clock, select, flyTo } = useUniverse();
  const time = useSignal(clock.time.peek());
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const end = clock.time.subscribe(() => {
      due ??= setTimeout(() => {
        due = undefined;
        time.value = clock.time.peek();
      }, REFRESH_MS);
    });
    return () => {
      end();
      clearTimeout(due);
    };
  }, []);
  const scene = copy.store.units === 'scene';
  const drawn = { ...copy.drawnBody(body.id)!, mass: body.mass };
  const parent = body.parentId === null ? undefined : copy.body(body.parentId);
  const children = copy.store.list('children', body.id).size;
  return (
    <>
      <p class="universe-id ui-muted">
        <Untrusted text={body.id} max={64} />
      </p>
      <div class="universe-actions">
        <Button label="Fly to" icon="follow" kind="primary" testid="fly-to" onPress={() => flyTo(body.id)} />
        {parent !== undefined && <Button label="Parent" icon="back" onPress={() => select(parent.id)} />}
      </div>
      <dl class="universe-facts">
        {factsOf(drawn, parent, time.value, scene).map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Untrusted text={text} max={80} />
            </dd>
          </div>
        ))}
        {children > 0 && (
          <div>
            <dt>Satellites</dt>
            <dd>{children.toLocaleString('en')}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function EntityFacts({ entity }: { readonly entity: Entity | undefined }) {
  if (entity === undefined) return <p class="ui-muted">It is not in this revision.</p>;
  const shown = Object.entries(entity).filter(([name]) => name !== 'id');
  return (
    <dl class="universe-facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Untrusted text={name} max={40} />
          </dt>
          <dd>
            <Untrusted text={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')} max={120} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionProps {
  readonly copy: UniverseCopy;
  readonly body: Star | undefined;
  readonly sel: string | undefined;
  readonly disabled: boolean;
  readonly onDraft: (draft: Draft) => void;
}

function Actions({ copy, body, sel, disabled, onDraft }: ActionProps) {
  const parts = useUniverse();
  const held = (command: Readonly<Record<string, unknown>>) => void change(parts, command, true);
  const remove = removalOf(sel);
  const edit = () => {
    if (body !== undefined)
      onDraft({
        title: `Change ${body.name}`,
        type: 'updateStar',
        values: valuesOf(body),
        before: valuesOf(body),
      });
  };
  const add = (kind: (typeof NEW_KINDS)[number]) => {
    const id = freeId(kind === 'blackHole' ? 'black-hole' : kind, taken => copy.store.has('stars', taken));
    const outer = body === undefined ? 0 : outermost(copy, body.id);
    onDraft({
      title: `Add a ${kind === 'blackHole' ? 'black hole' : kind}`,
      type: 'addStar',
      values: newBody(kind, body, outer, id),
    });
  };
  return (
    <div class="universe-actions">
      {body !== undefined && (
        <>
          <Button label="Edit" icon="edit" disabled={disabled} testid="edit" onPress={edit} />
          <Button
            label="Ring"
            disabled={disabled}
            testid="edit-ring"
            onPress={() =>
              onDraft({
                title: `Ring of ${body.name}`,
                type: 'updateRing',
                values: { planetId: body.id, ...body.ring },
              })
            }
          />
        </>
      )}
      <label class="universe-add">
        <span class="visually-hidden">Add a body</span>
        <select
          class="ui-input"
          data-testid="add-body"
          disabled={disabled}
          value=""
          onChange={event => {
            const kind = event.currentTarget.value as (typeof NEW_KINDS)[number] | '';
            event.currentTarget.value = '';
            if (kind !== '') add(kind);
          }}
        >
          <option value="">Add…</option>
          {NEW_KINDS.map(kind => (
            <option key={kind} value={kind}>
              {kind === 'blackHole' ? 'black hole' : kind}
            </option>
          ))}
        </select>
      </label>
      <Button
        label="Command…"
        disabled={disabled}
        testid="any-command"
        onPress={() => onDraft({ title: 'Send a command', values: sel === undefined ? {} : { id: sel } })}
      />
      {remove !== undefined && (
        <HoldButton
          label="Remove"
          icon="close"
          disabled={disabled}
          testid="remove"
          onHeld={() => held(remove)}
        />
      )}
    </div>
  );
}

const REMOVALS: Readonly<Record<string, string>> = {
  smallBodyFields: 'removeSmallBodyField',
  protoplanetaryDisks: 'removeProtoplanetaryDisk',
  nebulae: 'removeNebula',
};

function removalOf(sel: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (sel === undefined) return undefined;
  if (sel.startsWith(GROUP)) return { type: 'removeGroup', id: sel.slice(GROUP.length) };
  if (!sel.startsWith(SCENERY)) return { type: 'removeStar', id: sel };
  const [kind = '', ...id] = sel.slice(SCENERY.length).split('/');
  const type = REMOVALS[kind];
  return type === undefined ? undefined : { type, id: id.join('/') };
}

function entityOf({ store }: UniverseCopy, sel: string | undefined): Entity | undefined {
  if (sel?.startsWith(GROUP)) return store.get('groups', sel.slice(GROUP.length));
  if (!sel?.startsWith(SCENERY)) return undefined;
  const [kind = '', ...id] = sel.slice(SCENERY.length).split('/');
  return Object.hasOwn(REMOVALS, kind) ? store.get(kind as 'nebulae', id.join('/')) : undefined;
}

function titleOf(copy: UniverseCopy, sel: string | undefined): string {
  if (sel === undefined) return '';
  const entity = copy.body(sel) ?? entityOf(copy, sel);
  return String(entity?.name ?? sel);
}

function valuesOf(body: Star): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => name !== 'children' && name !== 'parentId'),
  );
}

/** The semi-major axis of the outermost of the first satellites. */
function outermost(copy: UniverseCopy, id: string): number {
  let most = 0;
  let count = 0;
  for (const child of copy.store.list('children', id)) {
    const body = copy.body(child);
    if (body !== undefined) most = Math.max(most, shapeOf(body).axis);
    if (++count >= 1_000) break;
  }
  return most;
}
