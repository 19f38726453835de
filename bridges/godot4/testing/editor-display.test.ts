import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveEditor, OPENING_MS } from './open-editor.js';

const ARENA = 'res://scenes/arena.tscn';

describe('an editor with a display', () => {
  let display: Display;
  let live: LiveEditor;
  beforeAll(async () => {
    display = await startDisplay();
    live = await LiveEditor.open({ display: display.name });
  }, OPENING_MS);
  afterAll(async () => {
    await live?.close();
    await display?.stop();
  });

  it(
    'answers like one without, and names a dialog in a window of its own',
    async () => {
      await live.call('editor.open', { path: ARENA });
      const crate = await live.find('/Arena/Crate');
      await live.write(crate, 'Health', 'current', 12);
      expect(await live.call('editor.get', {})).toMatchObject({
        scene: ARENA,
        unsaved: [ARENA],
        dialog: null,
      });
      await live.call('editor.undo', {});
      expect((await live.call('editor.get', {})).unsaved).toEqual([]);
      await live.run(
        'var dialog := AcceptDialog.new()\ndialog.title = "Careful"\ndialog.dialog_text = "Really?"\ndialog.name = "TestDialog"\nEditorInterface.popup_dialog_centered(dialog)',
      );
      expect((await live.call('editor.get', {})).dialog).toBe('Careful: Really?');
      await live.run('tree.root.find_child("TestDialog", true, false).queue_free()');
      expect((await live.call('editor.get', {})).dialog).toBe(null);
    },
    OPENING_MS,
  );
});
