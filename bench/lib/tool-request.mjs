/** A tool call over HTTP, as a request or as a template. */
import { FIRST_ID } from './call-template.mjs';
import { requestTemplate } from './request-template.mjs';
import { envelope, requestHeaders } from './revisions.mjs';

export function toolRequest({ revision, sessionId, authorization }, name, given) {
  const call = envelope(revision, { id: FIRST_ID, method: 'tools/call', params: { name, arguments: given } });
  const headers = requestHeaders(revision, { method: 'tools/call', name, sessionId, authorization });
  return { method: 'POST', headers, body: JSON.stringify(call) };
}

export function toolTemplate(url, session, name, given, fields) {
  return requestTemplate(url, { ...toolRequest(session, name, given), fields });
}
