import { WebFeed } from '@worldwire/server';
import type { OperatorRequest } from '@worldwire/transports/http';
import { worldsOf } from './access.js';
import { writeSteps } from './approval-routes.js';
import { writeRecords } from './audit-routes.js';
import type { Operated } from './operated.js';

/**
 * GET stream: the events of `approvals/stream` and `audit/stream` in one. A browser has six connections to a server, so that a page with
 * a stream for each would leave none for a second page. Records are those of the worlds that the principal operates.
 */
export function followServer(host: Operated, { who }: OperatorRequest): WebFeed {
  worldsOf(host, who, 'operate', 'approve');
  return new WebFeed(reader => {
    const endSteps = writeSteps(host, who, reader);
    const endRecords = writeRecords(host, reader, {
      sees: ({ world }) => who.rights(host.date).has('operate', world),
    });
    return () => {
      endSteps();
      endRecords();
    };
  });
}
