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
}

/** Tabs of which one is shown, as the address says. Only its body is made. */
export function TabSet({ name, label, tabs }: Props) {
  const id = shownValue(name, tabs[0]!.id);
  const shown = tabs.find(tab => tab.id === id) ?? tabs[0]!;
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
