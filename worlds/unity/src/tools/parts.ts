import type { OperationName } from '@worldwire/engine';
import type { WorldEvents } from '@worldwire/server';
import type { Gates } from '../gates/gates.js';
import type { VideoFolder } from '../pictures/video-folder.js';
import type { Explorer } from '../scene/explorer.js';
import type { HookNames } from '../scene/hook-names.js';
import type { InstalledHooks } from '../scene/installed-hooks.js';
import type { Scene } from '../scene/scene.js';
import type { ScriptFolder } from '../scripts/script-folder.js';
import type { StartupScript } from '../scripts/startup-script.js';
import type { Clipboard } from '../state/clipboard.js';
import type { EnginePlaces } from '../state/engine-places.js';
import type { LogBook } from '../state/log-book.js';
import type { Selection } from '../state/selection.js';
import type { UnityWrites } from '../writes/unity-writes.js';
import type { ToolKit } from './tool-kit.js';

/** What tools use. */
export interface ToolParts {
  readonly kit: ToolKit;
  readonly scene: Scene;
  readonly explorer: Explorer;
  readonly hooks: HookNames;
  readonly installed: InstalledHooks;
  readonly gates: Gates;
  readonly writes: UnityWrites;
  readonly logs: LogBook;
  readonly selection: Selection;
  readonly clipboard: Clipboard;
  readonly scripts: ScriptFolder;
  readonly startup: StartupScript;
  readonly videos: VideoFolder;
  readonly places: EnginePlaces;
  readonly events: WorldEvents;
  readonly endpoint: { readonly bindAddress: string; readonly port: number };
  readonly folder: string;
  /** What the engine can do, if it stays the same engine. Tools for other operations are left out. */
  readonly operations?: ReadonlySet<OperationName> | undefined;
}
