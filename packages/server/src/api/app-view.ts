import { APP_MIME_TYPE, type ClientCapabilities, declaresApps, type JsonObject } from '@worldwire/protocol';
import type { ListedResource } from './resource.js';

/** Views below this address belong to the program that serves the world. A tool may name one that the program does not have. */
export const HOST_VIEWS = 'ui://worldwire/';
/** Of one document, in bytes. It is asked for by name and not read by a model, so the limit of answers does not apply to it. */
export const MAX_APP_BYTES = 1_500_000;

/** How a tool is connected to a view: https://github.com/modelcontextprotocol/ext-apps, text of 2026-01-26. */
export interface ToolUi {
  /** The view that a host shows beside the result. */
  readonly resourceUri?: string;
  /** Default: both. Without `model` the tool is only for views, and clients without the extension do not see it. */
  readonly visibility?: readonly ('model' | 'app')[];
}

/** A self-contained HTML document. It gets no network. */
export interface AppView {
  /** Begins with `ui://`. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Whether the host draws a border around it. Default: true. */
  readonly prefersBorder?: boolean;
  html(): string | Promise<string>;
}

/**
 * A view of a world for hosts with the extension MCP Apps. Tools name it with `ui`.
 *
 *     const plants = appView({ uri: 'ui://garden/plants', name: 'plants', html: () => readFile(file, 'utf8') });
 *     defineWorld({ name: 'garden', version: '1.0.0', tools: [water], apps: [plants] });
 */
export function appView(definition: AppView): AppView {
  return definition;
}

/** Whether only views may call the tool. */
export function isAppOnly({ ui }: { readonly ui?: ToolUi }): boolean {
  return ui?.visibility !== undefined && !ui.visibility.includes('model');
}

/** Whether the client sees the tool. */
export function seesTool(tool: { readonly ui?: ToolUi }, capabilities: ClientCapabilities): boolean {
  return !isAppOnly(tool) || declaresApps(capabilities);
}

/** The view as an entry of resources/list. */
export function listedView(view: AppView): ListedResource {
  const { uri, name, title, description } = view;
  return {
    uri,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    mimeType: APP_MIME_TYPE,
    meta: viewMeta(view),
  };
}

/** No domains: the host's policy then allows no network at all. */
export function viewMeta({ prefersBorder = true }: AppView): JsonObject {
  const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
  return { ui: { csp, prefersBorder } };
}
