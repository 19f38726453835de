import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Approval } from '../api/operator.js';
import type { ToolInfo } from '../state/tool-list.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { HoldButton } from '../ui/hold-button.js';
import { COMMON_ARGUMENTS, type Schema } from '../ui/schema-fields.js';
import { SchemaForm } from '../ui/schema-form.js';
import { APPROVE_BUTTON } from './inbox-keys.js';
import { approve, deny, isDeciding, mode } from './inbox-state.js';
import { blockedBy, type OpenPlan } from './open-plan.js';
import { dropEdit, isPlanning, planWith } from './plan-state.js';

const MAX_REASON = 500;
const DEFAULT_MINUTES = 10;
const MAX_MINUTES = 1_440;

type Mode = typeof mode.value;
const OPENERS = { deny: 'deny', edit: 'edit-arguments', minutes: 'approve-minutes' } as const;

interface Props {
  readonly approval: Approval;
  /** What is approved: the plan that the page shows. */
  readonly open: OpenPlan;
  readonly args: Readonly<Record<string, unknown>>;
  readonly tool: ToolInfo | undefined;
}

/** Id of the text that says why a plan cannot be approved yet. */
const WHY_NOT_YET = 'decisions-why-not-yet';

/** Approve, deny with a reason, edit, or approve for some time. */
export function Actions(props: Props) {
  const { approval, open, args, tool } = props;
  const box = useRef<HTMLDivElement>(null);
  const last = useRef(mode.value);
  // In the same turn as the form appears: what is typed next must not be lost.
  useLayoutEffect(() => {
    if (last.current !== mode.value) focusFor(mode.value, last.current, box.current);
    last.current = mode.value;
  }, [mode.value]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the forms inside
    <div
      class="decisions-actions"
      ref={box}
      onKeyDown={event => {
        if (event.key === 'Escape' && mode.value !== 'read') back();
      }}
    >
      {mode.value === 'deny' ? (
        <DenyForm approval={approval} />
      ) : mode.value === 'minutes' ? (
        <MinutesForm approval={approval} open={open} />
      ) : mode.value === 'edit' ? (
        <SchemaForm
          schema={editable((tool?.inputSchema ?? {}) as Schema)}
          value={args}
          submitLabel="Show the plan"
          busy={isPlanning.value}
          testid="edit-form"
          onCancel={back}
          onSubmit={given => {
            void planWith(approval, given).then(isPlanned => {
              if (isPlanned) back();
            });
          }}
        />
      ) : (
        <Choices approval={approval} open={open} />
      )}
    </div>
  );
}

/** The first field of a form has the focus. After a form, the button that opened it has. */
function focusFor(now: Mode, last: Mode, box: HTMLElement | null): void {
  const opener = now === 'read' && last !== 'read' ? `[data-testid="${OPENERS[last]}"]` : undefined;
  box?.querySelector<HTMLElement>(opener ?? 'input, textarea, select')?.focus();
}

/** A destructive call is approved by holding, not by a click. */
function Choices({ approval, open }: Pick<Props, 'approval' | 'open'>) {
  const disabled = isDeciding.value || isPlanning.value;
  const why = blockedBy(open);
  const { destructive } = open.plan;
  const shared = {
    kind: 'primary',
    keys: 'a',
    disabled: disabled || why !== undefined,
    describedBy: why === undefined ? undefined : WHY_NOT_YET,
    testid: 'approve',
  } as const;
  return (
    <>
      {why !== undefined && (
        <p id={WHY_NOT_YET} class="ui-field-hint" data-testid="not-yet">
          {why}
        </p>
      )}
      <div class="ui-actions" id={APPROVE_BUTTON}>
        {destructive ? (
          <HoldButton label="Hold to approve" {...shared} onHeld={() => void approve(approval)} />
        ) : (
          <Button label="Approve" {...shared} onPress={() => void approve(approval)} />
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
        {open.edit !== undefined ? (
          <Button
            label="As it was sent"
            kind="quiet"
            disabled={disabled}
            testid="drop-edit"
            onPress={() => dropEdit(approval)}
          />
        ) : (
          <Button
            label="For a time"
            kind="quiet"
            disabled={disabled || why !== undefined}
            testid="approve-minutes"
            onPress={() => {
              mode.value = 'minutes';
            }}
          />
        )}
      </div>
      {destructive && (
        <p class="ui-field-hint">Hold the button, or the key a, for 0.8 s: this deletes or overwrites.</p>
      )}
    </>
  );
}

/** The plan has its revision and key already: a decision cannot change them. */
function editable(schema: Schema): Schema {
  const common: readonly string[] = COMMON_ARGUMENTS;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !common.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

function DenyForm({ approval }: Pick<Props, 'approval'>) {
  const reason = useSignal('');
  return (
    <form
      class="ui-form"
      onSubmit={event => {
        event.preventDefault();
        if (reason.value.trim() !== '') void deny(approval, reason.value.trim());
      }}
    >
      <Field label="Reason" hint="The agent gets it: say what to do instead.">
        <textarea
          class="ui-input"
          rows={2}
          maxLength={MAX_REASON}
          value={reason.value}
          data-testid="deny-reason"
          onInput={event => {
            reason.value = event.currentTarget.value;
          }}
          onKeyDown={event => {
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

function MinutesForm({ approval, open }: Pick<Props, 'approval' | 'open'>) {
  const minutes = useSignal(String(DEFAULT_MINUTES));
  const number = Number(minutes.value);
  const isValid = number > 0 && number <= MAX_MINUTES;
  return (
    <div class="ui-form">
      <Field
        label="Minutes"
        hint={`Approves this call, and further calls of this tool by this agent for this time. They do not wait${
          open.plan.destructive ? ', whatever they remove.' : ', unless they remove or overwrite something.'
        }`}
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
          disabled={!isValid || isDeciding.value || blockedBy(open) !== undefined}
          testid="approve-minutes-confirm"
          onHeld={() => void approve(approval, number)}
        />
        <Button label="Cancel" keys="Esc" onPress={back} />
      </div>
    </div>
  );
}

function back(): void {
  mode.value = 'read';
}
