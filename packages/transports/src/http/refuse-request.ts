import type { FastifyReply } from 'fastify';
import { isSessionPath } from './console.js';
import type { HttpResponse } from './http-response.js';
import type { Mount } from './mount.js';
import { isOperatorPath, protect } from './operator-routes.js';
import { refuseMessage } from './refuse-message.js';
import { type Refusal, sendRefusal } from './respond.js';
import { sendAnswer, webRefusal } from './web-routes.js';

/** Answers a request with a refusal, in the form of its path. */
export type Refuse = (response: HttpResponse, refusal: Refusal) => void;

export type PathTest = (url: string) => boolean;

/** Refusals are JSON-RPC at the path of a mount, and plain JSON on a world's own HTTP interface. */
export function createRefuse(mounts: readonly Mount[], isWeb: PathTest): Refuse {
  const byPath = new Map(mounts.map(mount => [mount.path, mount]));
  const families = new Map(
    mounts.flatMap(({ routes = [], prefix = '' }) =>
      routes.flatMap(({ family }) => (family === undefined ? [] : [[prefix + family.base, family] as const])),
    ),
  );
  return (response, refusal) => {
    const path = pathOf(response.req.url ?? '');
    if (isOperatorPath(path) && !response.headersSent) protect(response);
    if (isWeb(response.req.url ?? '')) {
      const [, family] = [...families].find(([base]) => `${path}/`.startsWith(`${base}/`)) ?? [];
      return sendAnswer(response, webRefusal(refusal), family);
    }
    const mount = byPath.get(path);
    if (mount === undefined) sendRefusal(response, refusal, undefined);
    else refuseMessage(mount, response, refusal, undefined);
  };
}

export function refuseReply(refuse: Refuse, reply: FastifyReply, refusal: Refusal): void {
  reply.hijack();
  refuse(reply.raw as HttpResponse, refusal);
}

/**
 * Tests whether a path is answered with plain JSON: those of the operator's interface and, if a world has its own HTTP interface,
 * every path but those of mounts.
 */
export function webPathTest(mounts: readonly Mount[], isMain: boolean): PathTest {
  if (!isMain && mounts.every(({ routes }) => routes === undefined)) {
    return url => isOperatorPath(url) || isSessionPath(pathOf(url));
  }
  const paths = new Set(mounts.map(({ path }) => path));
  return url => !paths.has(pathOf(url));
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
