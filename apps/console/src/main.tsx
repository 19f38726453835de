import { render } from 'preact';
import { App } from './shell/app.js';
import './shell/base.css';

render(<App />, document.getElementById('root')!);
