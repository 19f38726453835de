import { effect } from '@preact/signals';
import { type FunctionComponent, render } from 'preact';
import { type Host, openLink } from '../link/open-link.js';
import './frame.css';
import { hostVariables, localeOf, viewHeight } from './host-style.js';

const VERSION = '0.1.0';
/** The height that a view asks for where the host leaves it to the view. */
const OWN_HEIGHT = 460;

/** Connects to the host, follows its style and size, and draws the view. */
export function startView(name: string, View: FunctionComponent<{ readonly host: Host }>): void {
  const host = openLink(name, VERSION);
  const root = document.documentElement;
  const place = document.getElementById('app')!;
  effect(() => {
    const context = host.context.value;
    const { theme } = context;
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    root.lang = localeOf(context) ?? 'en';
    for (const [name, value] of hostVariables(context)) root.style.setProperty(name, value);
    const { fills, height } = viewHeight(context, OWN_HEIGHT);
    place.style.height = fills ? '100vh' : `${height}px`;
  });
  let told = '';
  const tell = () => {
    const { width, height } = place.getBoundingClientRect();
    const size = `${Math.ceil(width)}x${Math.ceil(height)}`;
    if (size === told || host.state.value !== 'ready') return;
    told = size;
    host.link.sizeChanged(Math.ceil(width), Math.ceil(height));
  };
  new ResizeObserver(tell).observe(place);
  effect(tell);
  render(<View host={host} />, place);
}
