import type { KeyBinding } from '../ui/keys.js';
import { mode, selected, selectNext } from './inbox-state.js';

/** Id of the button that approves. A held one is focused by its key, and then held by Enter. */
export const APPROVE_BUTTON = 'decisions-approve';

const hasDecidable = () => selected.value?.decidable === true;

export const INBOX_KEYS: readonly KeyBinding[] = [
  { keys: 'j', label: 'Next call', group: 'Approvals', run: () => selectNext(1) },
  { keys: 'k', label: 'Previous call', group: 'Approvals', run: () => selectNext(-1) },
  {
    keys: 'a',
    label: 'Approve (a destructive one: then hold Enter)',
    group: 'Approvals',
    when: hasDecidable,
    run: () => {
      const button = document.querySelector<HTMLButtonElement>(`#${APPROVE_BUTTON} button`);
      if (button?.classList.contains('ui-hold')) button.focus();
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
