import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '@worldwire/server';
import { fixturePath } from '@worldwire/uasset/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import type { CallOptions } from '../port/unreal-source.js';
import { openProject, type ProjectOptions, type ProjectSource } from './project-source.js';

export const NOW = Date.UTC(2024, 4, 1);

/** A folder with a .uproject file, deleted at the end of the test. */
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

  /** Copies a real package into the project. */
  async fixture(from: string, to: string): Promise<string> {
    const path = this.at(to);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(fixturePath(from), path);
    return path;
  }

  /** The project as a source, closed at the end of the test. */
  async open(options: Partial<ProjectOptions> = {}): Promise<OpenedProject> {
    const source = await openProject({ folder: this.root, log: this.log, now: () => NOW, ...options });
    onTestFinished(() => source.close());
    return new OpenedProject(source);
  }

  /** The four packages about references, as one version of the engine saved them. */
  async simpleRefs(version: string): Promise<void> {
    for (const name of ['Root', 'DefaultsRef', 'GraphRef', 'SoftRef']) {
      const file = `SimpleRefs/SimpleRefs${name}.uasset`;
      await this.fixture(`uasset-rs/${version}/${file}`, `Content/${file}`);
    }
  }
}

export class OpenedProject {
  constructor(readonly source: ProjectSource) {}

  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: Partial<CallOptions> = {},
  ): Promise<ResultOf<Name>> {
    return this.source.call(name, params, { signal: new AbortController().signal, ...options });
  }
}

// Other tests import the helpers of this file; its own tests run only when it is the file under test.
if (import.meta.vitest) {
  describe('a temporary project', () => {
    it('has real packages', async () => {
      const project = new TempProject();
      await project.simpleRefs('UE54');
      expect(project.at('Content')).toContain(project.root);
    });
  });
}
