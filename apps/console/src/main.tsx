import { render } from 'preact';
import { App } from './shell/app.js';
import './shell/base.css';
import './ui/ui.css';

render(<App />, document.getElementById('root')!);
