import { agents, followed } from '../state/agents.js';
import { session } from '../state/session.js';
import { visibleText } from '../text/visible-text.js';
import { agoText } from '../ui/ago-text.js';

const MAX_SHOWN = 4;

/** The agents that wrote last, each with its colour. Pressing one follows it. */
export function Presence() {
  const me = session.value.state === 'signed-in' ? session.value.principal : undefined;
  const shown = [...agents.value.values()].filter(({ principal }) => principal !== me).toReversed();
  if (shown.length === 0) return <span class="shell-presence" />;
  return (
    <ul class="shell-presence" aria-label="Agents">
      {shown.slice(0, MAX_SHOWN).map(({ name, colour, last }) => {
        const isFollowed = followed.value === name;
        const did =
          last === undefined
            ? 'no change yet'
            : `${last.what} in ${last.world}, ${agoText(Date.now() - Date.parse(last.at))}`;
        return (
          <li key={name}>
            <button
              type="button"
              class="shell-agent"
              style={{ '--agent': colour }}
              aria-pressed={isFollowed}
              title={visibleText(`${name}: ${did}. ${isFollowed ? 'Stop following' : 'Follow'}`, 300)}
              data-testid={`agent-${name}`}
              onClick={() => {
                followed.value = isFollowed ? undefined : name;
              }}
            >
              <span class="ui-dot" style={{ background: colour }} />
              <span class="shell-agent-name">{visibleText(name, 16)}</span>
            </button>
          </li>
        );
      })}
      {shown.length > MAX_SHOWN && <li class="ui-muted">+{shown.length - MAX_SHOWN}</li>}
    </ul>
  );
}
