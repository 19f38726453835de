import type { ComponentChildren } from 'preact';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly note?: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly shown: string;
  readonly onShow: (id: string) => void;
}

/** Tabs that choose what the panel below shows. Arrow keys move between them. */
export function Tabs({ label, tabs, shown, onShow }: Props) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = tabs.findIndex(({ id }) => id === shown);
    const next = tabs[(index + step + tabs.length) % tabs.length]!;
    onShow(next.id);
    const list = event.currentTarget as HTMLElement;
    queueMicrotask(() => list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div class="ui-tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {tabs.map(({ id, label: name, note }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === shown}
          tabIndex={id === shown ? 0 : -1}
          class="ui-tab"
          data-testid={`tab-${id}`}
          onClick={() => onShow(id)}
        >
          {name}
          {note}
        </button>
      ))}
    </div>
  );
}
