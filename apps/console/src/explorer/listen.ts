import { mcpPath, methodRequest } from '../api/mcp.js';
import { openStream, type Stream } from '../api/stream.js';

interface Listening {
  /** Resources of the world that can be subscribed to. */
  readonly uris: readonly string[];
  readonly onUpdated: (uri: string) => void;
  /** Called for each connection: read here what was missed. */
  readonly onOpen: () => void;
}

/** Subscribes to resources of a world by subscriptions/listen. The notification names the resource; its content is read by a tool. */
export function listen(world: string, { uris, onUpdated, onOpen }: Listening): Stream {
  return openStream({
    path: () => mcpPath(world),
    init: () => methodRequest('subscriptions/listen', { notifications: { resourceSubscriptions: uris } }),
    onOpen,
    onEvent: ({ data }) => {
      const { method, params } = JSON.parse(data) as { method?: string; params?: { uri?: string } };
      if (method === 'notifications/resources/updated' && params?.uri !== undefined) onUpdated(params.uri);
    },
  });
}
