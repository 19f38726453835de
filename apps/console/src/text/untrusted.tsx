import { visibleText } from './visible-text.js';

interface Props {
  readonly text: string;
  readonly max?: number;
}

/** Shows text that comes from a world. `bdi` keeps its direction from the text around it. */
export function Untrusted({ text, max }: Props) {
  return <bdi class="untrusted">{visibleText(text, max)}</bdi>;
}
