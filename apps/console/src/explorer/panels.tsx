import type { ComponentChildren } from 'preact';
import { Tabs } from '../ui/tabs.js';
import { shownValue, showValues } from './more.js';

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly area: 'left' | 'centre' | 'right' | 'bottom';
  readonly body: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly top: ComponentChildren;
  readonly panels: readonly Panel[];
  /** What a narrow page shows at first. */
  readonly first: string;
}

/** Panels around a centre. A narrow page shows one at a time. */
export function Panels({ label, top, panels, first }: Props) {
  const shown = shownValue('part', first);
  return (
    <main class="explorer-view" data-testid={`${label.toLowerCase()}-view`}>
      <div class="explorer-top">{top}</div>
      <div class="explorer-narrow">
        <Tabs
          label={`Panels of ${label}`}
          tabs={panels.map(({ id, title }) => ({ id, label: title }))}
          shown={shown}
          onShow={id => showValues({ part: id })}
        />
      </div>
      <div class="explorer-panels">
        {panels.map(({ id, title, area, body }) => (
          <section
            key={id}
            class={`explorer-panel explorer-${area}`}
            data-shown={id === shown ? '' : undefined}
            aria-label={title}
          >
            {body}
          </section>
        ))}
      </div>
    </main>
  );
}
