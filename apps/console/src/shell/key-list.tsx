import { visibleText } from '../text/visible-text.js';
import { Dialog } from '../ui/dialog.js';
import { shownView } from '../views/shown-view.js';
import { BINDINGS } from './bindings.js';
import { areKeysShown } from './open-dialogs.js';

/** The map of the keyboard. */
export function KeyList() {
  if (!areKeysShown.value) return null;
  const view = (shownView.value?.keys ?? []).map(key => ({ ...key, group: 'View' }));
  const all = [...BINDINGS.filter(({ label }) => label !== ''), ...view];
  const groups = [...new Set(all.map(({ group }) => group))];
  return (
    <Dialog
      title="Keyboard"
      wide
      testid="key-list"
      onClose={() => {
        areKeysShown.value = false;
      }}
    >
      <div class="shell-keys">
        {groups.map(group => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {all
                .filter(binding => binding.group === group)
                .map(({ keys, label }) => (
                  <div key={keys + label}>
                    <dt>{visibleText(label, 80)}</dt>
                    <dd>
                      {keys.split(' or ').map((key, index) => (
                        <span key={key}>
                          {index > 0 && ' or '}
                          {key.split(' ').map(part => (
                            <kbd key={part} class="ui-keys">
                              {part}
                            </kbd>
                          ))}
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
