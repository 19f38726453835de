import { PassThrough } from 'node:stream';
import { SseDecoder } from '@worldwire/protocol';
import { createMemory, DEFAULT_LIMITS, type Memory, type Session } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { PendingWrites } from '../bounds/pending-writes.js';
import type { HttpResponse } from './http-response.js';
import type { ReplayStream } from './replay-stream.js';
import { SessionReplay } from './session-replay.js';
import { SseStream } from './sse-stream.js';

let minted = 0;
const mintId = () => `stream${++minted}`;

const OWNER = { principal: 'local', lasting: true };
const LIMITS = { ...DEFAULT_LIMITS, replayEvents: 3, replayBytes: 10_000 };
const WAITING = PendingWrites.of(createMemory(LIMITS));
const RULES = { waiting: WAITING, limits: LIMITS, now: () => 0 };
/** What an event takes beside the characters of its text. */
const EVENT_BYTES = 100;

/** The client's end of one connection. */
class Reader {
  readonly #decoder = new SseDecoder({ maxEventBytes: 100_000 });
  readonly #pipe = new PassThrough({ highWaterMark: 1 << 20 });
  readonly writer = new SseStream(this.#pipe as unknown as HttpResponse, OWNER, RULES);

  get ended(): boolean {
    return this.#pipe.writableEnded;
  }

  text(): string {
    return this.#pipe.read()?.toString() ?? '';
  }

  /** What arrived since the last look. */
  events(): { readonly id: string; readonly data: string }[] {
    const events = this.#decoder.push(this.text());
    return events.flatMap(event => (event.kind === 'event' ? [{ id: event.id, data: event.data }] : []));
  }

  data(): string[] {
    return this.events().map(({ data }) => data);
  }
}

function newReplay(
  limits = LIMITS,
  memory: Memory = createMemory(limits),
  principal = 'local',
): SessionReplay {
  return new SessionReplay(limits, mintId, memory, principal);
}

function open(limits = LIMITS, memory?: Memory) {
  const replay = newReplay(limits, memory);
  const stream = replay.create();
  const reader = new Reader();
  stream.attach(reader.writer, false);
  return { replay, stream, reader };
}

function resume(replay: SessionReplay, lastEventId: string): Reader | undefined {
  const found = replay.find(lastEventId);
  if (found === undefined) return undefined;
  const reader = new Reader();
  found.stream.resume(reader.writer, found.after);
  return reader;
}

function push(stream: ReplayStream, ...messages: string[]): void {
  for (const message of messages) stream.push(message);
}

describe('a stream', () => {
  it('numbers its events, and no id of one stream is an id of another', () => {
    const { replay, stream, reader } = open();
    const other = new Reader();
    const second = replay.create();
    second.attach(other.writer, false);
    push(stream, 'a', 'b');
    push(second, 'a', 'b');
    const ids = [...reader.events(), ...other.events()].map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('[HTTP-4.2.4] has events without a type, which every client reads as messages', () => {
    const { stream, reader } = open();
    push(stream, 'a');
    expect(reader.text()).toMatch(/^id: \S+\ndata: a\n\n$/);
  });

  it('opens with an event that has an id and no data where the revision wants one', () => {
    const replay = newReplay();
    const stream = replay.create();
    const reader = new Reader();
    stream.attach(reader.writer, true);
    const [priming, ...rest] = reader.events();
    expect(priming).toEqual({ id: expect.stringMatching(/.+/), data: '' });
    expect(rest).toEqual([]);
    push(stream, 'a');
    expect(resume(replay, priming?.id ?? '')?.data()).toEqual(['a']);
  });

  it('sends the events after one again, and continues from there', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a', 'b', 'c');
    const [first] = reader.events();
    const back = resume(replay, first?.id ?? '');
    expect(back?.data()).toEqual(['b', 'c']);
    push(stream, 'd');
    expect(back?.data()).toEqual(['d']);
    expect(reader.data()).toEqual([]);
  });

  it('ends the previous connection when its client resumes', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a');
    const [first] = reader.events();
    resume(replay, first?.id ?? '');
    expect(reader.ended).toBe(true);
  });

  it('keeps messages while there is no reader', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a');
    const [first] = reader.events();
    stream.detach();
    expect(reader.ended).toBe(true);
    push(stream, 'b', 'c');
    expect(resume(replay, first?.id ?? '')?.data()).toEqual(['b', 'c']);
  });

  it('that finished sends the rest and ends', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a', 'b');
    const [first, last] = reader.events();
    stream.finish();
    const back = resume(replay, first?.id ?? '');
    expect(back?.data()).toEqual(['b']);
    expect(back?.ended).toBe(true);
    expect(resume(replay, last?.id ?? '')?.ended).toBe(true);
  });
});

describe('what is kept', () => {
  it('includes the answer of a call, however many messages came before', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a', 'b', 'c', 'd', 'e', 'answer');
    stream.finish();
    const [a] = reader.events();
    const back = resume(replay, a?.id ?? '');
    expect([back?.data(), back?.ended]).toEqual([['d', 'e', 'answer'], true]);
  });

  it('is limited in number, and a client that missed more cannot resume with a gap', () => {
    const { replay, stream, reader } = open();
    stream.standalone = true;
    push(stream, 'a', 'b', 'c', 'd', 'e');
    const [a, b, c] = reader.events();
    expect(resume(replay, a?.id ?? '')).toBeUndefined();
    expect(resume(replay, b?.id ?? '')?.data()).toEqual(['c', 'd', 'e']);
    expect(resume(replay, c?.id ?? '')?.data()).toEqual(['d', 'e']);
  });

  it('is limited in bytes, for messages of any size', () => {
    const limits = { ...LIMITS, replayEvents: 100, replayBytes: 2 * (6 + EVENT_BYTES) };
    const { replay, stream, reader } = open(limits);
    stream.standalone = true;
    push(stream, '123456', '123456', '123456');
    const [a, b] = reader.events();
    expect(resume(replay, a?.id ?? '')?.data()).toEqual(['123456', '123456']);
    expect(replay.bytes).toBe(limits.replayBytes);
    push(stream, 'x'.repeat(5_000));
    expect(replay.bytes).toBe(0);
    expect(resume(replay, b?.id ?? '')).toBeUndefined();
  });

  it('counts the bytes of a text and not its characters, and releases as many', () => {
    const memory = createMemory(LIMITS);
    const { replay, stream } = open(LIMITS, memory);
    push(stream, '12345→', 'é');
    expect(replay.bytes).toBe(12 + 1 + 2 * EVENT_BYTES);
    stream.forgetOldest();
    expect(memory.replay.total).toBe(1 + EVENT_BYTES);
    stream.forget();
    expect([replay.bytes, memory.replay.total]).toEqual([0, 0]);
  });

  it('is limited over all streams of a session: those without a reader are dropped first', () => {
    const limits = { ...LIMITS, replayBytes: 3 * (6 + EVENT_BYTES) };
    const { replay, stream, reader } = open(limits);
    push(stream, '123456', '123456');
    const [first] = reader.events();
    stream.finish();
    const other = replay.create();
    other.attach(new Reader().writer, false);
    push(other, '123456', '123456');
    expect(replay.bytes).toBeLessThanOrEqual(limits.replayBytes);
    expect(resume(replay, first?.id ?? '')?.data()).toEqual([]);
    expect(other.bytes).toBe(2 * (6 + EVENT_BYTES));
  });

  it('is limited over all sessions: the streams of the largest principal are dropped', () => {
    const memory = createMemory({ ...LIMITS, replayTotalBytes: 1_000, principalPercent: 80 });
    const greedy = newReplay(LIMITS, memory, 'greedy');
    const streams = Array.from({ length: 7 }, () => {
      const stream = greedy.create();
      stream.attach(new Reader().writer, false);
      push(stream, '123456');
      stream.finish();
      return stream;
    });
    expect(memory.replay.held('greedy')).toBe(7 * 106);
    const modest = newReplay(LIMITS, memory, 'modest').create();
    push(modest, '123456', '123456', '123456');
    expect(modest.bytes).toBe(3 * 106);
    expect(streams.map(({ bytes }) => bytes > 0)).toEqual([false, ...Array(6).fill(true)]);
  });

  it('of another principal stays when only the share of one is used', () => {
    const memory = createMemory({ ...LIMITS, replayTotalBytes: 1_000, principalPercent: 40 });
    const [modest, greedy] = ['modest', 'greedy'].map(principal => newReplay(LIMITS, memory, principal));
    const finished = (replay?: SessionReplay) => {
      const stream = replay?.create() as ReplayStream;
      stream.attach(new Reader().writer, false);
      push(stream, '123456');
      stream.finish();
      return stream;
    };
    const kept = finished(modest);
    const streams = Array.from({ length: 5 }, () => finished(greedy));
    expect(kept.bytes).toBe(106);
    expect(streams.map(({ bytes }) => bytes > 0)).toEqual([false, false, true, true, true]);
  });

  it('is not kept when all memory belongs to streams with a reader', () => {
    const memory = createMemory({ ...LIMITS, replayTotalBytes: 250, principalPercent: 100 });
    const { stream, reader } = open(LIMITS, memory);
    push(stream, '123456', '123456', '123456');
    expect(reader.data()).toHaveLength(3);
    expect(memory.replay.total).toBeLessThanOrEqual(250);
    expect(stream.bytes).toBe(memory.replay.held('local'));
  });

  it('of an answer that is too large is an error for its request', () => {
    const limits = { ...LIMITS, replayBytes: 1_000 };
    const replay = newReplay(limits);
    const stream = replay.create('call-7');
    const reader = new Reader();
    stream.attach(reader.writer, true);
    push(stream, 'x'.repeat(2_000));
    stream.finish();
    const [priming] = reader.events();
    const back = resume(replay, priming?.id ?? '');
    const [answer] = back?.data() ?? [];
    expect(JSON.parse(answer ?? '')).toMatchObject({
      id: 'call-7',
      error: { data: { kind: 'TooLarge', hint: expect.stringContaining('operation key') } },
    });
    expect(back?.ended).toBe(true);
  });

  it('includes only the newest finished streams', () => {
    const replay = newReplay();
    const ids = Array.from({ length: 20 }, () => {
      const stream = replay.create();
      const reader = new Reader();
      stream.attach(reader.writer, false);
      push(stream, 'a');
      const [event] = reader.events();
      stream.finish();
      return event?.id ?? '';
    });
    replay.create();
    const kept = ids.filter(id => replay.find(id) !== undefined);
    expect(kept).toEqual(ids.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(10);
  });

  it('prefers the session’s own stream, then streams that were not read to the end', () => {
    const replay = newReplay();
    const streamed = (own: boolean, seen: boolean) => {
      const stream = replay.create();
      const reader = new Reader();
      stream.standalone = own;
      stream.attach(reader.writer, false);
      push(stream, 'a');
      const [event] = reader.events();
      if (!seen) reader.writer.end();
      if (!own) stream.finish();
      return event?.id ?? '';
    };
    const own = streamed(true, false);
    const missed = streamed(false, false);
    const seen = Array.from({ length: 20 }, () => streamed(false, true));
    expect([own, missed].map(id => replay.find(id) !== undefined)).toEqual([true, true]);
    expect(replay.find(seen[0] ?? '')).toBeUndefined();
    for (let n = 0; n < 20; n++) streamed(false, false);
    expect([own, missed].map(id => replay.find(id) !== undefined)).toEqual([true, false]);
  });

  it('drops session streams that a newer one replaced first', () => {
    const replay = newReplay();
    const own = Array.from({ length: 9 }, () => {
      const stream = replay.create();
      stream.standalone = true;
      return stream;
    });
    const answer = replay.create();
    answer.finish();
    replay.create();
    expect(replay.find(`${answer.key}-0`)).toBeDefined();
    expect(replay.find(`${own[8]?.key}-0`)).toBeDefined();
    expect(replay.find(`${own[0]?.key}-0`)).toBeUndefined();
  });

  it('includes every stream with a reader, however many', () => {
    const replay = newReplay();
    const streams = Array.from({ length: 20 }, () => {
      const stream = replay.create();
      stream.attach(new Reader().writer, false);
      return stream;
    });
    expect(replay.live).toBe(20);
    streams[0]?.finish();
    expect(replay.live).toBe(19);
  });
});

describe('an event id', () => {
  it('is unknown to another session', () => {
    const { stream, reader } = open();
    push(stream, 'a');
    const [event] = reader.events();
    expect(newReplay().find(event?.id ?? '')).toBeUndefined();
  });

  it('that was never given is not found', () => {
    const { replay, stream, reader } = open();
    push(stream, 'a');
    const [event] = reader.events();
    const key = (event?.id ?? '').replace(/\d+$/, '');
    for (const id of [
      `${key}2`,
      `${key}99`,
      `${key}-1`,
      `${key}1.5`,
      `${key}`,
      `x${key}1`,
      '',
      '1',
      '__proto__',
    ]) {
      expect([id, replay.find(id)]).toEqual([id, undefined]);
    }
    expect(replay.find(`${key}1`)).toBeDefined();
  });
});

describe('the streams of a session', () => {
  function session(): Session & { end(): void } {
    const listeners: (() => void)[] = [];
    const fake = {
      principal: 'local',
      closed: false,
      onClose: (listener: () => void) => listeners.push(listener),
      end: () => {
        for (const listener of listeners) listener();
      },
    };
    return fake as unknown as Session & { end(): void };
  }

  it('have one SessionReplay as long as the session lives', () => {
    const [one, two] = [session(), session()];
    const memory = createMemory(LIMITS);
    const replay = SessionReplay.of(one, LIMITS, mintId, memory);
    expect(SessionReplay.of(one, LIMITS, mintId, memory)).toBe(replay);
    expect(SessionReplay.of(two, LIMITS, mintId, memory)).not.toBe(replay);
  });

  it('keep nothing once the session has ended', () => {
    const one = session();
    const memory = createMemory(LIMITS);
    const stream = SessionReplay.of(one, LIMITS, mintId, memory).create();
    push(stream, 'a', 'b');
    expect(memory.replay.total).toBe(2 * (1 + EVENT_BYTES));
    one.end();
    expect(memory.replay.total).toBe(0);
    push(stream, 'c');
    expect(memory.replay.total).toBe(0);
  });
});
