import { readFixture } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const LFS = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 123456
`;
const FILES: readonly (readonly [what: string, content: string, className: string, said: RegExp])[] = [
  [
    'a Git LFS pointer',
    LFS,
    'GitLfsPointer',
    /Git LFS pointer: its content of 123456 bytes is not on this machine\. Run "git lfs pull"/,
  ],
  [
    'a git-annex pointer',
    '/annex/objects/SHA256E-s12--ab.uasset\n',
    'GitAnnexPointer',
    /Run "git annex get"/,
  ],
  ['an empty file', '', 'EmptyFile', /is an empty file\. Restore the file from source control/],
  [
    'a stub of source control',
    'stub //depot/Doors/BP_Door.uasset#3\n',
    'TextFile',
    /text file of 36 bytes, not a package; it begins with "stub \/\/depot\/Doors\/BP_Door\.uasset#3"/,
  ],
];

describe.each(FILES)('%s', (_what, content, className, said) => {
  it('is named in a list and in its description, and refused with the way to get the content', async () => {
    const project = new TempProject();
    project.write('Content/BP_Door.uasset', Buffer.from(content));
    project.write('Content/IA_Jump.uasset', await readFixture('ue-shed/Input/IA_Jump.uasset'));
    const opened = await project.open();
    const path = '/Game/BP_Door';
    expect(await opened.call('asset.list', {})).toMatchObject({
      items: [{ path, class: className }, { class: 'InputAction' }],
      notes: [expect.stringMatching(/^1 of 2 assets are /)],
    });
    expect(await opened.call('asset.describe', { path })).toMatchObject({
      class: className,
      notes: [expect.stringMatching(said)],
    });
    const refused = opened.call('asset.contents', { path, format: 't3d' });
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', enable: expect.stringMatching(/git /) });
    await expect(refused).rejects.not.toThrow(/damaged/);
  });
});

it('a package that was cut off is damaged, and no pointer', async () => {
  const project = new TempProject();
  const bytes = await readFixture('ue-shed/Input/IA_Jump.uasset');
  project.write('Content/IA_Jump.uasset', bytes.slice(0, 100));
  const opened = await project.open();
  expect(await opened.call('asset.list', {})).toMatchObject({ items: [{ class: 'Unreadable' }] });
  await expect(opened.call('asset.contents', { path: '/Game/IA_Jump', format: 't3d' })).rejects.toMatchObject(
    { enable: expect.stringContaining('damaged') },
  );
});

it('a pointer whose content arrives is read', async () => {
  const project = new TempProject();
  project.write('Content/IA_Jump.uasset', Buffer.from(LFS));
  const opened = await project.open();
  expect(await opened.call('asset.list', {})).toMatchObject({ items: [{ class: 'GitLfsPointer' }] });
  project.write('Content/IA_Jump.uasset', await readFixture('ue-shed/Input/IA_Jump.uasset'));
  const list = await opened.call('asset.list', {});
  expect(list).toMatchObject({ items: [{ class: 'InputAction' }] });
  expect(list).not.toHaveProperty('notes');
});
