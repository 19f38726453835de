import { readFileSync } from 'node:fs';
import { encodeFrame } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/frames';
import { expect, it } from 'vitest';
import { Lab } from '../http/lab.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const page = readFileSync(new URL('../../../docs/frames.md', import.meta.url), 'utf8');

it('the frame that docs/frames.md shows is the frame that travels', () => {
  const [, bytes, text] = /^ {4}40 bytes of UTF-8 +((?:[0-9a-f]{2} ){4})(\{.*\})$/m.exec(
    page,
  ) as unknown as string[];
  const shown = Buffer.concat([
    Buffer.from((bytes as string).replaceAll(' ', ''), 'hex'),
    Buffer.from(text as string),
  ]);
  expect(Buffer.from(encodeFrame(text as string))).toEqual(shown);
});

it('the messages that docs/frames.md shows get the answers it shows', async () => {
  const sent = [...page.matchAll(/^ {4}→ (.*)$/gm)].map(([, text]) => text as string);
  const answers = [...page.matchAll(/^ {4}← (.*)$/gm)].map(([, text]) => text as string);
  const [authenticate, health] = sent as [string, string];
  const [welcome, refusal, ok] = answers as [string, string, string];
  const tokens = TokenStore.parse('SECRET-SECRET-SECRET');
  const { port } = await useFrames(new Lab().world, { frames: { tokens } });
  const unauthenticated = await RawFrames.open({ port });
  unauthenticated.send(authenticate);
  await unauthenticated.end();
  expect(unauthenticated.texts).toEqual([refusal]);
  const client = await RawFrames.open({ port });
  client.send(authenticate.replace('SECRET', 'SECRET-SECRET-SECRET'), health);
  await client.received(2);
  expect(client.texts[0]?.replace(/"sessionId":"[^"]+"/, '"sessionId":"abc123"')).toBe(welcome);
  expect(client.texts[1]).toBe(ok);
});
