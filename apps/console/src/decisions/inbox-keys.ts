import { holdByKey } from '../ui/hold-button.js';
import type { KeyBinding } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { mode, selected, selectNext } from './inbox-state.js';
import { blockedBy } from './open-plan.js';
import { shownPlanOf } from './plan-state.js';

/** Id of what contains the button that approves. */
export const APPROVE_BUTTON = 'decisions-approve';

const hasDecidable = () => selected.value?.decidable === true;

export const INBOX_KEYS: readonly KeyBinding[] = [
  { keys: 'j', label: 'Next call', group: 'Approvals', repeats: true, run: () => selectNext(1) },
  { keys: 'k', label: 'Previous call', group: 'Approvals', repeats: true, run: () => selectNext(-1) },
  {
    keys: 'a',
    label: 'Approve (hold the key for a destructive one)',
    group: 'Approvals',
    when: hasDecidable,
    run: () => {
      const button = document.querySelector<HTMLButtonElement>(`#${APPROVE_BUTTON} button`);
      const why = selected.value === undefined ? undefined : blockedBy(shownPlanOf(selected.value));
      if (why !== undefined) toast(why, 'failed');
      else if (button?.classList.contains('ui-hold')) holdByKey(button);
      else button?.click();
    },
  },
  {
    keys: 'd',
    label: 'Deny with a reason',
    group: 'Approvals',
    when: hasDecidable,
    run: () => {
      mode.value = 'deny';
    },
  },
  {
    keys: 'e',
    label: 'Edit the arguments',
    group: 'Approvals',
    when: () => hasDecidable() && selected.value?.editable === true,
    run: () => {
      mode.value = 'edit';
    },
  },
];
