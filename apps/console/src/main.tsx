import { render } from 'preact';
import { App } from './shell/app.js';
import { startSession } from './state/session.js';
import { followTheme } from './state/theme.js';
import './shell/base.css';
import './ui/ui.css';
import './shell/shell.css';

followTheme();
void startSession(takeCode());
// A one-time link that is entered in a tab with this page does not load it again.
addEventListener('hashchange', () => {
  const code = takeCode();
  if (code !== undefined) void startSession(code);
});
render(<App />, document.getElementById('root')!);

/** The code of a one-time link. It is for one use, so it must not stay in the address or the history. */
function takeCode(): string | undefined {
  const code = /^#login=([\w-]{8,200})$/.exec(location.hash)?.[1];
  if (code !== undefined) history.replaceState(null, '', '#/');
  return code;
}
