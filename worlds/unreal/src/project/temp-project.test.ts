import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log } from '@worldwire/server';
import { describe, expect, it, onTestFinished } from 'vitest';

const FIXTURES = fileURLToPath(new URL('../../../../packages/uasset/fixtures/', import.meta.url));

/** A folder with a .uproject file, gone when the test is over. */
export class TempProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'worldwire-unreal-')));
  readonly warnings: { readonly fields: object; readonly message: string }[] = [];
  readonly log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields, message) => void this.warnings.push({ fields, message }),
    error: (fields, message) => void this.warnings.push({ fields, message }),
  };

  constructor() {
    this.write('Demo.uproject', '{"FileVersion":3,"EngineAssociation":"5.4"}');
    mkdirSync(this.at('Content'));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  at(...names: string[]): string {
    return join(this.root, ...names);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.at(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Puts one of the real packages at a place in the project. */
  async fixture(from: string, to: string): Promise<string> {
    const path = this.at(to);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(FIXTURES, from), path);
    return path;
  }

  /** The four packages that are about references, as one version of the engine saved them. */
  async simpleRefs(version: string): Promise<void> {
    for (const name of ['Root', 'DefaultsRef', 'GraphRef', 'SoftRef']) {
      const file = `SimpleRefs/SimpleRefs${name}.uasset`;
      await this.fixture(`uasset-rs/${version}/${file}`, `Content/${file}`);
    }
  }
}

// Others import this file for its tools; its own claims are stated only when it is the file under test.
if (import.meta.vitest) {
  describe('a temporary project', () => {
    it('has real packages in it', async () => {
      const project = new TempProject();
      await project.simpleRefs('UE54');
      expect(project.at('Content')).toContain(project.root);
    });
  });
}
