import { colourOf } from '../state/colour.js';
import { Untrusted } from '../text/untrusted.js';

/** The name of a principal with its colour. */
export function AgentName({ name }: { readonly name: string }) {
  return (
    <span class="ui-agent">
      <span class="ui-dot" style={{ background: colourOf(name) }} />
      <Untrusted text={name} max={40} />
    </span>
  );
}
