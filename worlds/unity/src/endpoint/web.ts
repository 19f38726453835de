import {
  json,
  type WebAnswer,
  type WebQuery,
  type WebRequest,
  type WebRoute,
  WorldError,
} from '@worldwire/server';
import { ERROR_CODES, HTTP_STATUS } from '../dto/error-kinds.js';
import type { ExplorerStreams } from './explorer-streams.js';

/** The routes of the interface beside its JSON-RPC endpoint. */
export function unityWeb(
  streams: ExplorerStreams,
  readResource: (uri: string | null) => Promise<object>,
): readonly WebRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      access: 'read',
      answer: request => {
        if (request.header('accept')?.includes('text/event-stream') === true) {
          return streams.events(request.principal);
        }
        return json(200, {
          name: 'UnityExplorer.Mcp',
          use: 'POST JSON-RPC to /message, or GET / with Accept: text/event-stream for events.',
        });
      },
    },
    {
      method: 'GET',
      path: '/read',
      access: 'read',
      answer: request => read(request, streams, readResource),
    },
  ];
}

/** The URI may come unencoded: then its second and later parameters are parameters of /read. */
function addressIn(query: WebQuery): string | null {
  const uri = query.get('uri');
  const rest = [...query].filter(([name]) => name !== 'uri');
  if (uri === null || rest.length === 0) return uri;
  const more = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${uri}${uri.includes('?') ? '&' : '?'}${more.join('&')}`;
}

/** The resource, as in the text of `read_resource`. A failure is mirrored with the id null. */
async function read(
  { query, principal }: WebRequest,
  streams: ExplorerStreams,
  readResource: (uri: string | null) => Promise<object>,
): Promise<WebAnswer> {
  try {
    return json(200, await readResource(addressIn(query)));
  } catch (thrown) {
    if (!(thrown instanceof WorldError)) throw thrown;
    const { kind, message, hint } = thrown;
    const code = ERROR_CODES.get(kind) ?? -32603;
    const error = { code, message, data: { kind, ...(hint !== undefined && { hint }) } };
    streams.mirror(JSON.stringify({ jsonrpc: '2.0', id: null, error }), principal);
    return json(HTTP_STATUS.get(kind) ?? 500, { error });
  }
}
