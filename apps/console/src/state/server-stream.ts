import { signal } from '@preact/signals';
import type { AuditRecord } from '../api/operator.js';
import { openStream, type Stream } from '../api/stream.js';
import { followHidden, refreshApprovals, takeStep } from './approvals.js';
import { forgetRecords, readRecords, takeRecords } from './audit-feed.js';

/** The stream that tells the page of approvals and of calls. */
export const serverStream = signal<Stream | undefined>(undefined);

/** Follows the server until the returned function is called. */
export function followServer(): () => void {
  const stream = openStream({
    path: () => 'operator/stream',
    onOpen: async () => {
      await Promise.all([refreshApprovals(), readRecords()]);
    },
    onEvent: event => {
      if (event.event === 'record') takeRecords([JSON.parse(event.data) as AuditRecord]);
      else takeStep(event);
    },
  });
  const endHidden = followHidden();
  serverStream.value = stream;
  return () => {
    stream.close();
    endHidden();
    forgetRecords();
    serverStream.value = undefined;
  };
}
