/** node:http with the JSON work of one echo call: the upper bound. */
import { createServer } from 'node:http';
import { listenAndAnnounce } from './support/child.mjs';

listenAndAnnounce(
  createServer((request, response) => {
    const chunks = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const call = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
      const message = call.params?.arguments?.message;
      const known = call.method === 'tools/call' && typeof message === 'string';
      const body = JSON.stringify(
        known
          ? { jsonrpc: '2.0', id: call.id, result: { content: [{ type: 'text', text: message }] } }
          : { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'expected tools/call' } },
      );
      response.writeHead(known ? 200 : 400, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
  }),
);
