import {
  json,
  type WebAnswer,
  type WebQuery,
  type WebRequest,
  type WebRoute,
  WorldError,
} from '@worldwire/server';
import { exactContent } from '../dto/documented.js';
import { ERROR_CODES, HTTP_STATUS } from '../dto/error-kinds.js';
import type { ExplorerStreams } from './explorer-streams.js';

/** The routes of the interface beside its JSON-RPC endpoint. `noteError` logs what was refused before a resource was read. */
export function unityWeb(
  streams: ExplorerStreams,
  readResource: (uri: string | null) => Promise<object>,
  noteError: (code: number, message: string) => void,
): readonly WebRoute[] {
  return [
    {
      method: 'GET',
      path: '/',
      access: 'read',
      opensFeed: wantsEvents,
      answer: request => {
        if (wantsEvents(request)) return streams.events(request.principal);
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
      refused: (reason, { principal }) => {
        noteError(codeOf(reason), reason.message);
        return failed(reason, streams, principal);
      },
    },
  ];
}

function wantsEvents(request: WebRequest): boolean {
  return request.header('accept')?.includes('text/event-stream') === true;
}

/** The URI may come unencoded: then its second and later parameters are parameters of /read. */
function addressIn(query: WebQuery): string | null {
  const uri = query.get('uri');
  const rest = [...query].filter(([name]) => name !== 'uri');
  if (uri === null || rest.length === 0) return uri;
  const more = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${uri}${uri.includes('?') ? '&' : '?'}${more.join('&')}`;
}

/** The resource, as in the text of `read_resource`, without its `_meta`. A failure is mirrored with the id null. */
async function read(
  { query, principal }: WebRequest,
  streams: ExplorerStreams,
  readResource: (uri: string | null) => Promise<object>,
): Promise<WebAnswer> {
  try {
    const uri = addressIn(query);
    return json(200, exactContent(uri ?? '', await readResource(uri)).answer);
  } catch (thrown) {
    if (!(thrown instanceof WorldError)) throw thrown;
    return failed(thrown, streams, principal);
  }
}

function failed(reason: WorldError, streams: ExplorerStreams, principal: string): WebAnswer {
  const { kind, message, hint } = reason;
  const error = { code: codeOf(reason), message, data: { kind, ...(hint !== undefined && { hint }) } };
  streams.mirror(JSON.stringify({ jsonrpc: '2.0', id: null, error }), principal);
  return json(HTTP_STATUS.get(kind) ?? 500, { error });
}

function codeOf({ kind }: WorldError): number {
  return ERROR_CODES.get(kind) ?? -32603;
}
