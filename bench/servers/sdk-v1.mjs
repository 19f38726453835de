/** The official SDK v1 as in its JSON response example: Express, and a transport and a server per session. */
import { createServer } from 'node:http';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { listenAndAnnounce } from './support/child.mjs';
import { sdkV1Sessions } from './support/sdk-v1-sessions.mjs';

const sessions = sdkV1Sessions();
const app = createMcpExpressApp();
app.all('/mcp', (request, response) => sessions.serve(request, response, request.body));
listenAndAnnounce(createServer(app), { emit: sessions.emit });
