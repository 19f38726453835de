import { useSignal } from '@preact/signals';
import type { Approval } from '../api/operator.js';
import type { ToolInfo } from '../state/tool-list.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { HoldButton } from '../ui/hold-button.js';
import { COMMON_ARGUMENTS, type Schema } from '../ui/schema-fields.js';
import { SchemaForm } from '../ui/schema-form.js';
import { APPROVE_BUTTON } from './inbox-keys.js';
import { decideSelected, isDeciding, mode } from './inbox-state.js';

const MAX_REASON = 500;
const DEFAULT_MINUTES = 10;
const MAX_MINUTES = 1_440;

interface Props {
  readonly approval: Approval;
  readonly args: Readonly<Record<string, unknown>>;
  readonly tool: ToolInfo | undefined;
  /** A destructive call is approved by holding, not by a click. */
  readonly isDestructive: boolean;
}

/** Approve, deny with a reason, edit, or approve for some time. */
export function Actions({ approval, args, tool, isDestructive }: Props) {
  const disabled = isDeciding.value;
  if (mode.value === 'deny') return <DenyForm />;
  if (mode.value === 'minutes') return <MinutesForm />;
  if (mode.value === 'edit')
    return (
      <div class="decisions-actions">
        <SchemaForm
          schema={editable((tool?.inputSchema ?? {}) as Schema)}
          value={args}
          submitLabel={`${isDestructive ? 'Hold to approve' : 'Approve'} with these arguments`}
          held={isDestructive}
          busy={disabled}
          testid="edit-form"
          onCancel={back}
          onSubmit={edited => void decideSelected({ approve: true, arguments: edited })}
        />
      </div>
    );
  const approve = () => void decideSelected({ approve: true });
  return (
    <div class="decisions-actions">
      <div class="ui-actions" id={APPROVE_BUTTON}>
        {isDestructive ? (
          <HoldButton
            label="Hold to approve"
            kind="primary"
            keys="a"
            disabled={disabled}
            onHeld={approve}
            testid="approve"
          />
        ) : (
          <Button
            label="Approve"
            kind="primary"
            keys="a"
            disabled={disabled}
            onPress={approve}
            testid="approve"
          />
        )}
        <Button
          label="Deny"
          kind="danger"
          keys="d"
          disabled={disabled}
          testid="deny"
          onPress={() => {
            mode.value = 'deny';
          }}
        />
        {approval.editable && (
          <Button
            label="Edit"
            keys="e"
            disabled={disabled}
            testid="edit-arguments"
            onPress={() => {
              mode.value = 'edit';
            }}
          />
        )}
        <Button
          label="For a time"
          kind="quiet"
          disabled={disabled}
          testid="approve-minutes"
          onPress={() => {
            mode.value = 'minutes';
          }}
        />
      </div>
      {isDestructive && (
        <p class="ui-field-hint">Hold the button or Enter for 0.8 s: this deletes or overwrites.</p>
      )}
    </div>
  );
}

/** The plan has its revision and key already: a decision cannot change them. */
function editable(schema: Schema): Schema {
  const common: readonly string[] = COMMON_ARGUMENTS;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !common.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function DenyForm() {
  const reason = useSignal('');
  return (
    <form
      class="decisions-actions ui-form"
      onSubmit={event => {
        event.preventDefault();
        if (reason.value.trim() !== '') void decideSelected({ approve: false, reason: reason.value.trim() });
      }}
    >
      <Field label="Reason" hint="The agent gets it: say what to do instead.">
        <textarea
          class="ui-input"
          rows={2}
          maxLength={MAX_REASON}
          value={reason.value}
          data-testid="deny-reason"
          ref={element => {
            if (element !== null && reason.peek() === '') element.focus();
          }}
          onInput={event => {
            reason.value = event.currentTarget.value;
          }}
          onKeyDown={event => {
            if (event.key === 'Escape') back();
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
      </Field>
      <div class="ui-actions">
        <button
          type="submit"
          class="ui-button ui-button-danger"
          disabled={reason.value.trim() === '' || isDeciding.value}
          data-testid="deny-confirm"
        >
          Deny <kbd class="ui-keys">Enter</kbd>
        </button>
        <Button label="Cancel" keys="Esc" onPress={back} />
      </div>
    </form>
  );
}

function MinutesForm() {
  const minutes = useSignal(String(DEFAULT_MINUTES));
  const number = Number(minutes.value);
  const isValid = number > 0 && number <= MAX_MINUTES;
  return (
    <div class="decisions-actions ui-form">
      <Field
        label="Minutes"
        hint="Approves this call, and further calls of this tool by this agent for this time. They do not wait."
      >
        <input
          class="ui-input"
          type="text"
          inputMode="numeric"
          value={minutes.value}
          data-testid="minutes"
          onInput={event => {
            minutes.value = event.currentTarget.value;
          }}
        />
      </Field>
      {!isValid && <p class="ui-problem">Give more than 0 and at most {MAX_MINUTES} minutes.</p>}
      <div class="ui-actions">
        <HoldButton
          label={`Hold to approve for ${isValid ? number : '…'} min`}
          kind="primary"
          disabled={!isValid || isDeciding.value}
          testid="approve-minutes-confirm"
          onHeld={() => void decideSelected({ approve: true, forMinutes: number })}
        />
        <Button label="Cancel" onPress={back} />
      </div>
    </div>
  );
}

function back(): void {
  mode.value = 'read';
}
