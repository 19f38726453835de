import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { invocation } from './invocation.js';

async function install(name = 'app') {
  const place = await temporaryFolder();
  const program = join(place, name, 'worldwire.js');
  const [bin, local] = [join(place, 'bin'), join(place, 'project', 'node_modules', '.bin')];
  const below = join(place, 'project', 'src');
  for (const folder of [join(place, name), bin, local, below]) await mkdir(folder, { recursive: true });
  await writeFile(program, '');
  return { place, program, bin, local, below };
}

describe('what to type', () => {
  it('is the path when no name leads to this program', async () => {
    const { place, program } = await install();
    expect(invocation({ typedIn: place, program, inherited: {} })).toBe(`node ${program}`);
  });

  it('is the path in quotes when it has special characters', async () => {
    const { place, program } = await install('my app');
    expect(invocation({ typedIn: place, program, inherited: {} })).toBe(`node "${program}"`);
  });

  it('is npx and the name in a folder with us in it, and below', async () => {
    const { place, program, local, below } = await install();
    await symlink(program, join(local, 'worldwire'));
    // As npm itself sets it.
    const inherited = { PATH: local };
    expect(invocation({ typedIn: below, program, inherited })).toBe('npx worldwire');
    expect(invocation({ typedIn: place, program, inherited })).toBe(`node ${program}`);
  });

  it('is the name when the PATH has this program first', async () => {
    const { place, program, bin, local } = await install();
    await symlink(program, join(bin, 'worldwire'));
    expect(invocation({ typedIn: place, program, inherited: { PATH: bin } })).toBe('worldwire');
    const other = join(place, 'other');
    await mkdir(other);
    await writeFile(join(other, 'worldwire'), '');
    const inherited = { PATH: [local, other, bin].join(delimiter) };
    expect(invocation({ typedIn: place, program, inherited })).toBe(`node ${program}`);
  });
});
