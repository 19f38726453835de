import { connectFramesUrl } from '@worldwire/transports/frames';
import { expect, onTestFinished, vi } from 'vitest';
import type { Served } from 'worldwire';
import { BrowserPage } from '../console-server/browser-page.js';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { callTool, rpc } from '../http/lab.js';
import type { Dock } from './dock.js';

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A client with one token, at a server. */
export interface Place {
  readonly served: Served;
  readonly dock: Dock;
  readonly token: string;
  /** Makes keys of calls distinct. */
  readonly key: string;
  /** The calls that wait for an approval, as text. */
  asked(): Promise<string>;
}

/** Something that a client has opened. */
export interface OpenThing {
  /** Resolves with all that the client got, when the server has ended it. */
  readonly ended: Promise<string>;
}

type Opener = (place: Place) => Promise<OpenThing>;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A request whose body is read until it ends. `begun` is in the text when it is open. */
async function reading(response: Promise<Response> | Response, begun: string): Promise<OpenThing> {
  const { body, status } = await response;
  if (body === null || status !== 200) throw new Error(`The server answered ${status}.`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(begun)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before "${begun}": ${text}`);
    text += value;
  }
  const rest = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    return text;
  };
  return { ended: rest().catch(thrown => `${text} ${String(thrown)}`) };
}

function until(url: string | URL, headers: Record<string, string>, begun: string): Promise<OpenThing> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return reading(fetch(url, { headers, signal: controller.signal }), begun);
}

function send(url: string, init: RequestInit): Promise<Response> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return fetch(url, { ...init, signal: controller.signal });
}

function textOf(response: Promise<Response>): Promise<string> {
  return response.then(got => got.text()).catch(String);
}

function tool({ token }: Place, name: string, key: string, capabilities: object = {}) {
  return modern('tools/call', { name, arguments: { key } }, { headers: bearer(token), capabilities });
}

const below = (place: Place, path: string) => new URL(path, place.served.url);

/** One of every kind, by name. The names say what `GET /operator/calls` calls it, where it is there. */
export const OPENERS: Readonly<Record<string, Opener>> = {
  'the stream of a session': async place => {
    const session = await openSession(place.served.url, '2025-11-25', {}, bearer(place.token));
    return until(place.served.url, { ...session, accept: 'text/event-stream' }, 'id: ');
  },
  'subscriptions/listen': place => {
    const { token, served } = place;
    const request = modern('subscriptions/listen', { notifications: {} }, { headers: bearer(token) });
    return reading(send(served.url, request), 'acknowledged');
  },
  'the stream of 2024-11-05': async place => {
    const headers = { ...bearer(place.token), accept: 'text/event-stream' };
    const thing = await until(below(place, '/sse'), headers, 'event: endpoint');
    return thing;
  },
  'a feed of the world': place => until(below(place, '/feed'), bearer(place.token), 'begun'),
  'the stream of the endpoint': place =>
    until(place.served.url, { ...bearer(place.token), accept: 'text/event-stream' }, 'begun'),
  'the feed of the endpoint': place => {
    const request = { method: 'POST', headers: { ...JSON_HEADERS, ...bearer(place.token) } };
    return reading(send(place.served.url, { ...request, body: rpc('dock/follow') }), 'begun');
  },
  'a frames connection': async place => {
    const client = await connectFramesUrl(place.served.framesUrl as string);
    onTestFinished(() => client.close());
    await client.authenticate(place.token);
    return { ended: new Promise(resolve => client.onClose(reason => resolve(String(reason)))) };
  },
  'a call on a frames connection': async place => {
    const client = await connectFramesUrl(place.served.framesUrl as string);
    onTestFinished(() => client.close());
    await client.authenticate(place.token);
    await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'framed', version: '1' },
    });
    const key = `${place.key} framed`;
    const call = client.request('tools/call', { name: 'wait', arguments: { key } });
    const ended = call.then(JSON.stringify, String);
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a call without a session': async place => {
    const key = `${place.key} alone`;
    const ended = textOf(send(place.served.url, tool(place, 'wait', key)));
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a call of a session': async place => {
    const session = await openSession(place.served.url, '2025-11-25', {}, bearer(place.token));
    const key = `${place.key} of a session`;
    const body = callTool('wait', { key });
    const ended = textOf(send(place.served.url, { method: 'POST', headers: session, body }));
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a write': async place => {
    const key = `${place.key} write`;
    const ended = textOf(send(place.served.url, tool(place, 'load', key)));
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a request of the interface of the world': async place => {
    const key = `${place.key}-wait`;
    const ended = textOf(send(below(place, `/wait/${key}`).href, { headers: bearer(place.token) }));
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a write by the interface of the world': async place => {
    const key = `${place.key}-load`;
    const init = { method: 'POST', headers: bearer(place.token) };
    const ended = textOf(send(below(place, `/load/${key}`).href, init));
    await place.dock.berth(key).arrived;
    return { ended };
  },
  'a task': async place => {
    const key = `${place.key} task`;
    const berth = place.dock.berth(key);
    const response = await send(place.served.url, tool(place, 'sail', key, TASKS));
    await response.text();
    await berth.arrived;
    return { ended: berth.cancelled };
  },
  'a call that waits for an approval': async place => {
    const ended = textOf(send(place.served.url, tool(place, 'sink', `${place.key} sink`)));
    await vi.waitFor(async () => expect(await place.asked()).toContain(`${place.key} sink`), {
      timeout: 10_000,
    });
    return { ended };
  },
};

/** What the operator's list does not have: the server's own streams, and what a page of the console opens. */
export const MORE_OPENERS: Readonly<Record<string, Opener>> = {
  'the stream of the operator': place =>
    until(below(place, '/operator/stream'), bearer(place.token), 'ready'),
  'a stream of the console': async place => (await openPage(place)).stream(),
  'a call of the console': async place => (await openPage(place)).call(),
  'a subscription of the console': async place => (await openPage(place)).listen(),
  'a call of a session that the console opened': async place => (await openPage(place)).callOfSession(),
};

/** A page of the console that was opened with a token, and what it can open. */
export async function openPage(place: Place) {
  const { served, dock, token, key } = place;
  const page = new BrowserPage(served.mainUrl);
  const opened = await page.logIn({ token });
  if (opened.status !== 200) throw new Error(await opened.text());
  await opened.text();
  const own = ({ headers: { authorization: _, ...headers }, body }: ReturnType<typeof modern>) =>
    page.send('POST', 'dock/mcp', JSON.parse(body), headers);
  return {
    page,
    stream: () => reading(page.send('GET', 'operator/stream'), 'ready'),
    listen: () => reading(own(modern('subscriptions/listen', { notifications: {} })), 'acknowledged'),
    async call(): Promise<OpenThing> {
      const ended = textOf(own(tool(place, 'wait', `${key} console`)));
      await dock.berth(`${key} console`).arrived;
      return { ended };
    },
    async callOfSession(): Promise<OpenThing> {
      const { cookie = '', key: secret = '' } = page;
      const credential = { cookie, 'x-worldwire-key': secret };
      const url = new URL('dock/mcp', served.mainUrl).href;
      const session = await openSession(url, '2025-11-25', {}, credential);
      const body = callTool('wait', { key: `${key} console session` });
      const berth = dock.berth(`${key} console session`);
      const controller = new AbortController();
      onTestFinished(() => controller.abort());
      void fetch(url, { method: 'POST', headers: session, body, signal: controller.signal }).catch(() => {});
      await berth.arrived;
      return { ended: berth.cancelled };
    },
  };
}
