import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from '../explorer/failure.js';
import { MemberEditor } from '../explorer/member-editor.js';
import { type Written, WrittenLine } from '../explorer/written.js';
import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import type { ActorDetail, Answered } from './answers.js';
import { nameOf } from './asset-rows.js';
import { PropertyList, textOf } from './property-list.js';
import { ProvenanceBadge } from './provenance.js';
import type { UnrealStore } from './unreal-store.js';

interface Props {
  readonly store: UnrealStore;
  readonly path: string;
  readonly closed: string | undefined;
}

interface WriteAnswer extends Answered {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly undo?: string;
}

const TRANSFORM = ['location', 'rotation', 'scale'] as const;

export function ActorInspector({ store, path, closed }: Props) {
  const actor = useSignal<ActorDetail | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const written = useSignal<Written | undefined>(undefined);
  const component = useSignal<{ path: string; value: Readonly<Record<string, unknown>> } | undefined>(
    undefined,
  );
  const revision = store.revision.value;
  useEffect(() => {
    written.value = undefined;
    component.value = undefined;
    actor.value = undefined;
    failure.value = undefined;
  }, [path]);
  useEffect(() => {
    void read();
  }, [path, revision]);
  const { value } = actor;
  // Files are not written to.
  const why =
    value?.provenance === 'disk' ? 'Files of a project are not changed: start with --editor URL.' : closed;
  return (
    <div class="unreal-inspector" data-testid="inspector">
      <Failure thrown={failure.value} />
      {value !== undefined && (
        <>
          <header class="unreal-head">
            <h2>
              <Untrusted text={value.label ?? value.name} max={80} />
            </h2>
            <Badge>
              <Untrusted text={nameOf(value.class)} max={40} />
            </Badge>
            <ProvenanceBadge of={value.provenance} />
            <p class="ui-muted unreal-path">
              <Untrusted text={path} max={300} />
            </p>
            <button
              type="button"
              class="ui-button"
              data-testid="select-actor"
              disabled={why !== undefined}
              title={why}
              onClick={() => void write('select_actors', { paths: [path] }, 'selection')}
            >
              Select in the editor
            </button>
          </header>
          {why !== undefined && <p class="explorer-note">{why}</p>}
          {written.value !== undefined && <WrittenLine written={written.value} onUndo={undo} />}
          <h3 class="unreal-section">Transform</h3>
          <dl class="explorer-members">
            {TRANSFORM.map(name => (
              <div key={name} class="explorer-member" data-testid={`transform-${name}`}>
                <dt>{name}</dt>
                <dd>
                  <MemberEditor
                    label={name}
                    type=""
                    text=""
                    json={value[name]}
                    isFixed={value[name] === undefined}
                    closed={why}
                    options={[]}
                    onSet={next => void write('set_actor_transform', { path, [name]: next }, name)}
                  />
                </dd>
              </div>
            ))}
          </dl>
          {(value.components?.length ?? 0) > 0 && (
            <>
              <h3 class="unreal-section">Components</h3>
              <ul class="unreal-components">
                {value.components!.map(each => (
                  <li key={each.path}>
                    <button
                      type="button"
                      class="ui-button ui-button-quiet"
                      aria-expanded={component.value?.path === each.path}
                      onClick={() => void openComponent(each.path)}
                    >
                      <Untrusted text={each.name} max={60} />
                      <span class="ui-muted">
                        <Untrusted text={nameOf(each.class)} max={40} />
                      </span>
                    </button>
                    {component.value?.path === each.path && (
                      <PropertyList
                        label={each.name}
                        properties={component.value.value}
                        closed={why}
                        onSet={(name, next) => set(each.path, name, next)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3 class="unreal-section">Properties</h3>
          <PropertyList
            label={value.label ?? value.name}
            properties={value.properties ?? {}}
            closed={why}
            onSet={(name, next) => set(path, name, next)}
          />
        </>
      )}
    </div>
  );

  async function read(): Promise<void> {
    try {
      const found = await store.call<ActorDetail>('get_actor', { path, maxBytes: 200_000 });
      if (found.path !== path && actor.peek() === undefined && found.path === undefined) return;
      actor.value = found;
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    }
  }

  async function openComponent(object: string): Promise<void> {
    if (component.peek()?.path === object) {
      component.value = undefined;
      return;
    }
    try {
      const { value: found } = await store.call<{ value: Record<string, unknown> }>('get_property', {
        object,
      });
      component.value = { path: object, value: found };
    } catch (thrown) {
      failure.value = thrown;
    }
  }

  /** Throws what the editor of the property shows. */
  async function set(object: string, property: string, value: unknown): Promise<void> {
    const answer = await store.call<WriteAnswer>('set_property', { object, property, value });
    note(property, answer);
    const open = component.peek();
    if (open?.path === object)
      component.value = { path: object, value: { ...open.value, [property]: answer.after } };
    await read();
  }

  async function write(tool: string, args: Record<string, unknown>, what: string): Promise<void> {
    try {
      const answer = await store.call<WriteAnswer>(tool, args);
      const part = (of: unknown) => (of as Record<string, unknown> | null)?.[what] ?? of;
      note(what, { ...answer, before: part(answer.before), after: part(answer.after) });
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    }
    await read();
  }

  function note(what: string, { before, after, revision: at, undo: way }: WriteAnswer): void {
    const canUndo = way?.startsWith('undo_write') === true;
    written.value = { what, before: textOf(before), after: textOf(after), ...(canUndo && { journalId: at }) };
  }

  async function undo(at: number): Promise<void> {
    try {
      await store.call('undo_write', { revision: at });
      written.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    }
    await read();
  }
}
