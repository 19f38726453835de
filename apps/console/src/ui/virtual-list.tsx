import { useSignal } from '@preact/signals';
import type { ComponentChildren, HTMLAttributes, Ref } from 'preact';
import { useEffect, useImperativeHandle, useRef } from 'preact/hooks';

const OVERSCAN = 6;

export interface VirtualListHandle {
  /** Scrolls a row into view. */
  reveal(index: number): void;
}

interface Props {
  readonly count: number;
  readonly rowHeight: number;
  readonly renderRow: (index: number) => ComponentChildren;
  readonly class?: string;
  /** Of the element that scrolls, such as its role and its keys. */
  readonly attributes?: HTMLAttributes<HTMLDivElement> & { 'data-testid'?: string | undefined };
  readonly handle?: Ref<VirtualListHandle>;
  /** Called when the end comes into view: load more here. */
  readonly onEnd?: () => void;
  readonly children?: ComponentChildren;
}

/** Renders only the rows that are in view. All rows have one height. */
export function VirtualList({
  count,
  rowHeight,
  renderRow,
  class: name,
  attributes,
  handle,
  onEnd,
  children,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.height > 0) height.value = entry.contentRect.height;
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useImperativeHandle(handle ?? null, () => ({
    reveal(index) {
      const element = box.current;
      if (element === null) return;
      const start = index * rowHeight;
      if (start < element.scrollTop) element.scrollTop = start;
      else if (start + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = start + rowHeight - element.clientHeight;
    },
  }));
  const first = Math.max(0, Math.min(count, Math.floor(top.value / rowHeight)) - OVERSCAN);
  const last = Math.min(count, Math.ceil((top.value + height.value) / rowHeight) + OVERSCAN);
  useEffect(() => {
    if (last >= count) onEnd?.();
  }, [last, count]);
  return (
    <div
      ref={box}
      class={`ui-virtual ${name ?? ''}`}
      role="presentation"
      {...attributes}
      onScroll={() => {
        top.value = box.current!.scrollTop;
      }}
    >
      <div class="ui-virtual-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div
          class="ui-virtual-rows"
          role="presentation"
          style={{ transform: `translateY(${first * rowHeight}px)` }}
        >
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => renderRow(first + index))}
        </div>
      </div>
      {children}
    </div>
  );
}
