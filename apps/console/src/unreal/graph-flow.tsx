import { visibleText } from '../text/visible-text.js';

const MAX_LINES = 2_000;

interface Props {
  readonly graph: string;
  /** As indented lines; undefined where nothing is executed. */
  readonly flow: string | undefined;
  /** Whether the world has more lines. */
  readonly isCut: boolean;
}

/** What a graph executes, in order. */
export function GraphFlow({ graph, flow, isCut }: Props) {
  const lines = flow === undefined || flow === '' ? [] : flow.split('\n');
  return (
    <details class="unreal-flow" open data-testid="blueprint-flow">
      <summary>Execution of {visibleText(graph, 60)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs the focus */}
      <pre tabIndex={0}>
        {lines.length === 0 && 'The graph executes nothing.'}
        {lines.slice(0, MAX_LINES).map((line, index) => {
          const [, space = '', word = '', rest = ''] =
            /^( *)((?:custom )?event\b|function\b|on\b|if\b|else\b|for\b|while\b|switch\b|case\b|set\b|return\b|go to\b|cast\b)?(.*)$/s.exec(
              line,
            ) ?? [];
          return (
            <bdi key={index} class="untrusted">
              {space}
              <b>{word}</b>
              {visibleText(rest, 400)}
              {'\n'}
            </bdi>
          );
        })}
        {(isCut || lines.length > MAX_LINES) &&
          'The outline is longer: get_blueprint_contents has all of it.'}
      </pre>
    </details>
  );
}
