import { signal } from '@preact/signals';
import { type Arguments, type HostContext, HostLink, type LinkState, type ToolResult } from './host-link.js';

/** The host of the view, as signals. */
export interface Host {
  readonly link: HostLink;
  readonly state: { readonly value: LinkState };
  readonly context: { readonly value: HostContext };
  readonly input: { readonly value: { readonly given: Arguments; readonly complete: boolean } | undefined };
  readonly result: { readonly value: ToolResult | undefined };
  readonly cancelled: { readonly value: string | undefined };
}

/** Connects the view in this window to its host. Only messages of the parent are read. */
export function openLink(name: string, version: string): Host {
  const state = signal<LinkState>('new');
  const context = signal<HostContext>({});
  const input = signal<{ given: Arguments; complete: boolean } | undefined>(undefined);
  const result = signal<ToolResult | undefined>(undefined);
  const cancelled = signal<string | undefined>(undefined);
  const { parent } = window;
  const link = new HostLink(
    {
      name,
      version,
      displayModes: ['inline', 'fullscreen'],
      // The origin of the host is not known to a view. The messages have nothing that the host does not know.
      send: message => parent.postMessage(message, '*'),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
    },
    {
      state: value => {
        state.value = value;
      },
      context: value => {
        context.value = value;
      },
      input: (given, complete) => {
        input.value = { given, complete };
      },
      result: value => {
        result.value = value;
      },
      cancelled: reason => {
        cancelled.value = reason;
      },
    },
  );
  addEventListener('message', event => {
    if (event.source === parent && parent !== window) link.receive(event.data);
  });
  link.connect().catch(() => {});
  return { link, state, context, input, result, cancelled };
}
