import type { ComponentChildren } from 'preact';
import { Command } from './command.js';
import { Icon, type IconName } from './icon.js';

interface Props {
  readonly title: string;
  readonly text?: string;
  /** The next command to type. */
  readonly command?: string;
  readonly icon?: IconName;
  readonly children?: ComponentChildren;
  readonly testid?: string;
}

/** What stands where there is nothing yet, with the next step. */
export function Empty({ title, text, command, icon, children, testid }: Props) {
  return (
    <div class="ui-empty" data-testid={testid}>
      {icon !== undefined && <Icon name={icon} />}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {command !== undefined && <Command text={command} />}
      {children}
    </div>
  );
}
