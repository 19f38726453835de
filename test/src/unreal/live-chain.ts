import type { Log } from '@worldwire/server';
import { openEditor, openProject, type UnrealSource } from '@worldwire/unreal';
import { DiskProject } from './disk-project.js';
import { FakeEditor, type FakeOptions } from './fake-editor/index.js';
import { ALL, startUnreal, type UnrealServer, type UnrealServerOptions } from './unreal-server.js';

/** Short for fast tests, and long enough for a busy machine. */
export const QUICK = { poll: 20, longestPoll: 80, watch: 20, screenshot: 10, retry: 1 };

/** On a busy machine every editor is slow. */
export const PATIENT = { throttledMs: 60_000 };

/** An editor, then the files of its project, as the product combines them. */
export interface LiveChain {
  readonly server: UnrealServer;
  readonly editor: FakeEditor;
  readonly project: DiskProject;
  close(): Promise<void>;
}

export async function startChain(
  fake: Partial<FakeOptions> = {},
  options: UnrealServerOptions = {},
  /** Whether the editor runs before the server. */
  running = true,
): Promise<LiveChain> {
  const project = await DiskProject.whole();
  const { folder } = project;
  const editor = await FakeEditor.start({ projectFolder: folder, ...fake });
  if (!running) await editor.stop();
  const sources = async (log: Log): Promise<readonly UnrealSource[]> => [
    openEditor({
      url: editor.url,
      fetch,
      now: Date.now,
      log,
      projectFolder: folder,
      intervals: QUICK,
      limits: PATIENT,
    }),
    await openProject({ folder, log, now: Date.now }),
  ];
  const server = await startUnreal({ grants: ALL, sources, ...options });
  return {
    server,
    editor,
    project,
    close: async () => {
      await server.close();
      await editor.stop();
      await project.close();
    },
  };
}
