import { useSignal } from '@preact/signals';
import { visibleText } from '../text/visible-text.js';
import { Button } from './button.js';
import { Field } from './field.js';
import { HoldButton } from './hold-button.js';
import { type FormField, fieldsOf, objectOfTexts, type Schema, textsOfObject } from './schema-fields.js';

interface Props {
  readonly schema: Schema;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly submitLabel: string;
  readonly onSubmit: (value: Record<string, unknown>) => void;
  readonly onCancel?: () => void;
  readonly busy?: boolean;
  /** The form is sent by holding its button: what it does cannot be taken back. */
  readonly held?: boolean;
  /** Names of fields that few people need: they are folded away. */
  readonly rare?: readonly string[];
  readonly testid?: string;
}

/** A form by a JSON Schema. Raw JSON is the alternative. */
export function SchemaForm({
  schema,
  value = {},
  submitLabel,
  onSubmit,
  onCancel,
  busy,
  held,
  rare = [],
  testid,
}: Props) {
  const fields = fieldsOf(schema);
  const texts = useSignal(textsOfObject(fields, value));
  const raw = useSignal<string | undefined>(undefined);
  const problem = useSignal('');
  const read = (): Record<string, unknown> | undefined => {
    try {
      problem.value = '';
      if (raw.value === undefined) return objectOfTexts(fields, texts.value, value);
      const parsed: unknown = JSON.parse(raw.value);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
        return parsed as Record<string, unknown>;
      throw new Error('The arguments must be a JSON object.');
    } catch (thrown) {
      problem.value = thrown instanceof Error ? thrown.message : String(thrown);
      return undefined;
    }
  };
  const toggle = () => {
    const now = read();
    if (now === undefined) return;
    texts.value = textsOfObject(fields, now);
    raw.value = raw.value === undefined ? JSON.stringify(now, undefined, 2) : undefined;
  };
  const submit = () => {
    const now = read();
    if (now !== undefined) onSubmit(now);
  };
  const control = (field: FormField) => (
    <FieldOf
      key={field.name}
      field={field}
      text={texts.value[field.name] ?? ''}
      onText={text => {
        texts.value = { ...texts.value, [field.name]: text };
      }}
    />
  );
  return (
    <form
      class="ui-form"
      data-testid={testid}
      onSubmit={event => {
        event.preventDefault();
        if (!held) submit();
      }}
    >
      {raw.value !== undefined ? (
        <Field label="Arguments as JSON">
          <textarea
            class="ui-input ui-code"
            rows={10}
            spellcheck={false}
            value={raw.value}
            data-testid="form-json"
            onInput={event => {
              raw.value = event.currentTarget.value;
            }}
          />
        </Field>
      ) : (
        <>
          {fields.filter(({ name }) => !rare.includes(name)).map(control)}
          {fields.some(({ name }) => rare.includes(name)) && (
            <details class="ui-rare">
              <summary>More</summary>
              <div class="ui-form">{fields.filter(({ name }) => rare.includes(name)).map(control)}</div>
            </details>
          )}
        </>
      )}
      {raw.value === undefined && fields.length === 0 && <p class="ui-muted">It takes no arguments.</p>}
      {problem.value !== '' && (
        <p class="ui-problem" role="alert">
          {visibleText(problem.value, 400)}
        </p>
      )}
      <div class="ui-actions">
        {held ? (
          <HoldButton
            label={submitLabel}
            kind="primary"
            disabled={busy === true}
            onHeld={submit}
            testid="form-submit"
          />
        ) : (
          <button type="submit" class="ui-button ui-button-primary" disabled={busy} data-testid="form-submit">
            {submitLabel}
          </button>
        )}
        {onCancel !== undefined && <Button label="Cancel" onPress={onCancel} />}
        <Button
          label={raw.value === undefined ? 'JSON' : 'Form'}
          kind="quiet"
          onPress={toggle}
          testid="form-raw"
        />
      </div>
    </form>
  );
}

function FieldOf(props: {
  readonly field: FormField;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const { field, text, onText } = props;
  const { name, kind, required, choices = [], description } = field;
  const testid = `field-${name}`;
  const shared = { class: 'ui-input', 'data-testid': testid };
  const onInput = (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value);
  return (
    <Field
      label={`${visibleText(name, 60)}${required ? '' : ' (optional)'}`}
      {...(description !== undefined && { hint: visibleText(description, 300) })}
    >
      {kind === 'choice' || kind === 'boolean' ? (
        <select {...shared} value={text} onInput={onInput}>
          {(!required || text === '') && <option value="">–</option>}
          {(kind === 'boolean' ? ['true', 'false'] : choices).map(choice => (
            <option key={choice} value={choice}>
              {visibleText(choice, 60)}
            </option>
          ))}
        </select>
      ) : kind === 'json' || text.length > 60 || text.includes('\n') ? (
        <textarea
          {...shared}
          class={`ui-input${kind === 'json' ? ' ui-code' : ''}`}
          rows={Math.min(8, text.split('\n').length + 1)}
          spellcheck={false}
          value={text}
          onInput={onInput}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={onInput}
        />
      )}
    </Field>
  );
}
