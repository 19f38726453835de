import type { Engine, EngineState } from '@worldwire/engine';
import type { WorldEvents } from '@worldwire/server';
import type { Clipboard } from '../state/clipboard.js';
import type { LogBook } from '../state/log-book.js';
import type { Selection } from '../state/selection.js';
import { noteRestart } from '../writes/entries.js';
import type { UnityWrites } from '../writes/unity-writes.js';
import type { Explorer } from './explorer.js';

export interface EngineEventParts {
  readonly engine: Engine;
  readonly explorer: Explorer;
  readonly logs: LogBook;
  readonly selection: Selection;
  readonly clipboard: Clipboard;
  readonly events: WorldEvents;
  readonly writes: UnityWrites;
  publish(event: string, payload: unknown): void;
}

/** Passes events of the engine to the log, the streams and the resources. Returns the function that unsubscribes. */
export function subscribe(parts: EngineEventParts): () => void {
  const { engine, logs, selection, clipboard, events, writes, publish } = parts;
  let { process } = engine;
  return engine.listen(event => {
    // A new process has a new scene, so that what was read of the old one is out of date.
    if (engine.process !== process) {
      if (process > 0) {
        noteRestart(writes, process, engine.process).catch(() => {
          logs.note('warning', 'The restart of the engine is not in the journal.');
        });
      }
      process = engine.process;
      if (logs.problems.startProcess()) events.resourceUpdated('unity://errors');
    }
    if (event.kind === 'log') {
      logs.add({ T: event.at, Level: event.level, Message: event.message, Source: event.source });
      const { last } = logs.problems;
      logs.problems.add(event);
      if (logs.problems.last > last) events.resourceUpdated('unity://errors');
    } else if (event.kind === 'checked') {
      if (logs.problems.check(event.files)) events.resourceUpdated('unity://errors');
    } else if (event.kind === 'scenes') {
      publish('scenes_diff', { added: event.added, removed: event.removed });
      events.resourceUpdated('unity://scenes');
      events.resourceUpdated('unity://status');
    } else if (event.kind === 'destroyed') {
      const gone = new Set(event.ids);
      selection.drop(gone);
      clipboard.drop(gone);
    } else if (event.kind === 'state') stateChanged(parts, event.state);
  });
}

function stateChanged({ explorer, logs, events }: EngineEventParts, { status, reason }: EngineState): void {
  events.resourceUpdated('unity://status');
  if (status === 'gone') logs.note('warning', `The engine is gone: ${reason ?? 'no reason given'}`);
  // After a restart the selected objects may not exist any more. An error here shows at the next read.
  if (status === 'ready') Promise.all([explorer.selection(), explorer.clipboard()]).catch(() => {});
}
