import { agoText } from './ago-text.js';
import { now } from './now.js';

/** A time as its distance from now. The whole time is in the title. */
export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} class="ui-when">
      {agoText(now.value - Date.parse(at))}
    </time>
  );
}
