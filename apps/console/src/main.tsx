import { render } from 'preact';
import { App } from './shell/app.js';
import { startSession } from './state/session.js';
import { followTheme } from './state/theme.js';
import './shell/base.css';
import './ui/ui.css';
import './shell/shell.css';

followTheme();
const code = /^#login=([\w-]{8,200})$/.exec(location.hash)?.[1];
// The code is for one use: it must not stay in the address or the history.
if (code !== undefined) history.replaceState(null, '', '#/');
void startSession(code);
render(<App />, document.getElementById('root')!);
