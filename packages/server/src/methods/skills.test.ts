import { createHash } from 'node:crypto';
import { type JsonObject, REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { skill } from '../api/skill.js';
import { Lab, SESSION_REVISIONS } from '../kernel/lab.test.js';

const ICON = Uint8Array.of(0x89, 0x50, 0, 0xff);
const skills = [
  skill({
    frontmatter: { name: 'paint-walls', description: 'How to: "paint"', tags: ['a', 'b'] },
    body: '# Paint\n',
    files: [
      { path: 'notes.txt', mimeType: 'text/plain', content: 'Use tape. é' },
      { path: 'img/deep/icon.png', mimeType: 'image/png', content: ICON },
      { path: 'img/list.json', mimeType: 'application/json', content: '[]' },
    ],
  }),
  skill({ frontmatter: { name: 'rest', description: 'How to rest.' }, body: 'Sit.' }),
];
const MANIFEST =
  '---\nname: "paint-walls"\ndescription: "How to: \\"paint\\""\ntags: ["a","b"]\n---\n\n# Paint\n';
const digest = (content: string | Uint8Array) =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

async function ask(method: string, params: JsonObject = {}) {
  const lab = new Lab({ skills });
  return lab.ask(lab.caller(REVISION_2026_07_28), method, params);
}

describe('skills/list', () => {
  it('shows each skill with its head and the digest and size of every file', async () => {
    const { result } = await ask('skills/list');
    expect(result.skills).toMatchObject([
      {
        uri: 'skill://paint-walls/SKILL.md',
        frontmatter: { name: 'paint-walls', description: 'How to: "paint"', tags: ['a', 'b'] },
        resources: [
          { uri: 'skill://paint-walls/SKILL.md', digest: digest(MANIFEST), size: MANIFEST.length },
          { uri: 'skill://paint-walls/notes.txt', digest: digest('Use tape. é'), size: 12 },
          { uri: 'skill://paint-walls/img/deep/icon.png', digest: digest(ICON), size: 4 },
          { uri: 'skill://paint-walls/img/list.json', digest: digest('[]'), size: 2 },
        ],
      },
      { uri: 'skill://rest/SKILL.md' },
    ]);
    expect(result).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' });
  });

  it('gives digests of exactly what a read gives', async () => {
    const { result } = await ask('skills/list');
    const skills = result.skills as unknown as { resources: { uri: string; digest: string }[] }[];
    const files = skills.flatMap(({ resources }) => resources);
    expect(files.length).toBeGreaterThan(skills.length);
    for (const file of files) {
      const { contents } = (await ask('resources/read', { uri: file.uri })).result;
      const [{ text, blob }] = contents as unknown as [{ text?: string; blob?: string }];
      expect(digest(text ?? Buffer.from(blob!, 'base64'))).toBe(file.digest);
    }
  });
});

describe('skills/get', () => {
  it('gives one skill, or -32602 with the URI', async () => {
    expect((await ask('skills/get', { uri: 'skill://rest/SKILL.md' })).result.skill).toMatchObject({
      frontmatter: { name: 'rest' },
    });
    for (const uri of ['skill://nope/SKILL.md', 'skill://paint-walls/notes.txt', 'constructor']) {
      expect((await ask('skills/get', { uri })).error).toMatchObject({ code: -32602, data: { uri } });
    }
    expect((await ask('skills/get')).error.code).toBe(-32602);
  });
});

describe('resources/directory/read', () => {
  const names = async (uri: string) =>
    ((await ask('resources/directory/read', { uri })).result.resources as unknown as { name: string }[]).map(
      ({ name }) => name,
    );

  it('shows what lies directly in a folder, folders as folders', async () => {
    expect((await ask('resources/directory/read', { uri: 'skill://paint-walls' })).result.resources).toEqual([
      {
        uri: 'skill://paint-walls/SKILL.md',
        name: 'SKILL.md',
        mimeType: 'text/markdown',
        size: MANIFEST.length,
      },
      { uri: 'skill://paint-walls/notes.txt', name: 'notes.txt', mimeType: 'text/plain', size: 12 },
      { uri: 'skill://paint-walls/img', name: 'img', mimeType: 'inode/directory' },
    ]);
    expect(await names('skill://paint-walls/img')).toEqual(['deep', 'list.json']);
    expect(await names('skill://paint-walls/img/')).toEqual(['deep', 'list.json']);
    expect(await names('skill://paint-walls/img/deep')).toEqual(['icon.png']);
  });

  it('is -32602 with the URI for a file and for nothing', async () => {
    for (const uri of ['skill://paint-walls/notes.txt', 'skill://nope', 'skill://paint-walls/../rest', '']) {
      expect((await ask('resources/directory/read', { uri })).error).toMatchObject({
        code: -32602,
        data: { uri },
      });
    }
  });
});

describe('a skill', () => {
  it.each(REVISIONS)(
    'has its manifest among the resources, whatever the client knows of skills ($id)',
    async revision => {
      const lab = new Lab({ skills });
      const { resources } = (await lab.ask(lab.caller(revision), 'resources/list')).result;
      expect(resources).toMatchObject([
        { uri: 'skill://paint-walls/SKILL.md', name: 'paint-walls', mimeType: 'text/markdown' },
        { uri: 'skill://rest/SKILL.md' },
      ]);
      const uri = 'skill://paint-walls/SKILL.md';
      const { contents } = (await lab.ask(lab.caller(revision), 'resources/read', { uri })).result;
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: MANIFEST }]);
    },
  );

  it('gives text files as text and all others as bytes', async () => {
    const read = async (uri: string) => (await ask('resources/read', { uri })).result.contents;
    expect(await read('skill://paint-walls/notes.txt')).toMatchObject([
      { mimeType: 'text/plain', text: 'Use tape. é' },
    ]);
    expect(await read('skill://paint-walls/img/deep/icon.png')).toMatchObject([
      { mimeType: 'image/png', blob: 'iVAA/w==' },
    ]);
  });

  it('has methods of its own since 2026-07-28 alone', async () => {
    const lab = new Lab({ skills });
    for (const { id } of SESSION_REVISIONS) {
      for (const method of ['skills/list', 'skills/get', 'resources/directory/read']) {
        expect((await lab.ask(lab.session(id), method, { uri: 'skill://rest/SKILL.md' })).error.code).toBe(
          -32601,
        );
      }
    }
  });
});
