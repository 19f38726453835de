import { json, type WebAnswer, type WebQuery, type WebRoute, WorldError } from '@worldwire/server';
import { ERROR_CODES, HTTP_STATUS } from './error-kinds.js';
import type { ExplorerStreams } from './explorer-streams.js';

/** What the interface has beside its JSON-RPC endpoint. */
export function unityWeb(
  streams: ExplorerStreams,
  readResource: (uri: string) => Promise<object>,
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
          use: 'POST JSON-RPC to /message, or GET / with Accept: text/event-stream to follow along.',
        });
      },
    },
    {
      method: 'GET',
      path: '/read',
      access: 'read',
      answer: request => read(addressIn(request.query), readResource),
    },
  ];
}

/** An address may come as it is: then its second parameter and those after it look like ours. */
function addressIn(query: WebQuery): string | null {
  const uri = query.get('uri');
  const rest = [...query].filter(([name]) => name !== 'uri');
  if (uri === null || rest.length === 0) return uri;
  const more = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${uri}${uri.includes('?') ? '&' : '?'}${more.join('&')}`;
}

/** The resource itself, as `read_resource` has it in its text. */
async function read(uri: string | null, readResource: (uri: string) => Promise<object>): Promise<WebAnswer> {
  try {
    if (uri === null || uri === '') {
      throw new WorldError('InvalidArgument', 'Say which resource: /read?uri=unity://status.');
    }
    return json(200, await readResource(uri));
  } catch (thrown) {
    if (!(thrown instanceof WorldError)) throw thrown;
    return failure(thrown);
  }
}

function failure({ kind, message, hint }: WorldError): WebAnswer {
  const code = ERROR_CODES.get(kind) ?? -32603;
  const data = { kind, ...(hint !== undefined && { hint }) };
  return json(HTTP_STATUS.get(kind) ?? 500, { error: { code, message, data } });
}
