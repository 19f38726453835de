/** The official SDK v1 without a framework and with parsed bodies, its fastest setup. */
import { createServer } from 'node:http';
import { listenAndAnnounce } from './support/child.mjs';
import { jsonBody } from './support/json-body.mjs';
import { sdkV1Sessions } from './support/sdk-v1-sessions.mjs';

const sessions = sdkV1Sessions();
const server = createServer(async (request, response) =>
  sessions.serve(request, response, await jsonBody(request)),
);
listenAndAnnounce(server, { emit: sessions.emit });
