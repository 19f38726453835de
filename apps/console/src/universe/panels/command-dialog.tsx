import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { getJson } from '../../api/http.js';
import { Dialog } from '../../ui/dialog.js';
import { SchemaForm } from '../../ui/schema-form.js';
import { toastFailure } from '../../ui/toast.js';
import { type CommandSchemas, commandOf, formOf } from '../model/command-forms.js';
import { change } from './editing.js';
import { useUniverse } from './universe-context.js';

/** A command that is being written. */
export interface Draft {
  readonly title: string;
  /** Undefined: the person chooses the command. */
  readonly type?: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The entity as it is: only changed fields are sent. */
  readonly before?: Readonly<Record<string, unknown>>;
}

let known: Promise<CommandSchemas> | undefined;

/** The schemas of the commands, read once. */
function commandSchemas(world: string): Promise<CommandSchemas> {
  known ??= getJson<{ components: { schemas: Record<string, CommandSchemas[string]> } }>(
    `${encodeURIComponent(world)}/openapi.json`,
  ).then(({ components: { schemas } }) =>
    Object.fromEntries(
      Object.entries(schemas).filter(([name, { properties }]) => properties?.type?.const === name),
    ),
  );
  known.catch(() => {
    known = undefined;
  });
  return known;
}

/** A form for a command, made from its schema. */
export function CommandDialog({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) {
  const parts = useUniverse();
  const schemas = useSignal<CommandSchemas | undefined>(undefined);
  const type = useSignal(draft.type);
  const busy = useSignal(false);
  useEffect(() => {
    commandSchemas(parts.world.name).then(
      found => {
        schemas.value = found;
      },
      thrown => {
        toastFailure(thrown);
        onClose();
      },
    );
  }, []);
  const schema = type.value === undefined ? undefined : schemas.value?.[type.value];
  const send = async (values: Record<string, unknown>) => {
    busy.value = true;
    const sent = await change(parts, commandOf(type.value!, schema!, values, draft.before));
    busy.value = false;
    if (!sent) return;
    if (typeof values.id === 'string') parts.select(values.id);
    onClose();
  };
  return (
    <Dialog title={draft.title} onClose={onClose} testid="command-dialog">
      {draft.type === undefined && (
        <label class="ui-field">
          <span class="ui-field-label">Command</span>
          <select
            class="ui-input"
            data-testid="command-type"
            value={type.value ?? ''}
            onChange={event => {
              type.value = event.currentTarget.value || undefined;
            }}
          >
            <option value="">Choose</option>
            {Object.keys(schemas.value ?? {}).map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {schema !== undefined && (
        <SchemaForm
          key={type.value}
          schema={formOf(schema)}
          value={draft.values}
          submitLabel="Send"
          busy={busy.value}
          testid="command-form"
          onSubmit={values => void send(values)}
          onCancel={onClose}
        />
      )}
      {schemas.value === undefined && <p class="ui-muted">Loading…</p>}
    </Dialog>
  );
}
