import type { ComponentChildren } from 'preact';
import { Tabs } from '../ui/tabs.js';
import { shownValue, showValues } from './more.js';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly body: () => ComponentChildren;
}

interface Props {
  /** The name of the value in the address. */
  readonly name: string;
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The tab for a value that names none. */
  readonly otherwise?: string;
}

/** Tabs of which one is shown, as the address says. Only its body is made. */
export function TabSet({ name, label, tabs, otherwise }: Props) {
  const id = shownValue(name, '');
  const shown = tabs.find(tab => tab.id === id) ?? tabs.find(tab => tab.id === otherwise) ?? tabs[0]!;
  return (
    <div class="explorer-tabs">
      <Tabs label={label} tabs={tabs} shown={shown.id} onShow={next => showValues({ [name]: next })} />
      <div
        class="explorer-tab-body"
        role="tabpanel"
        aria-label={shown.label}
        data-testid={`panel-${shown.id}`}
      >
        {shown.body()}
      </div>
    </div>
  );
}
