import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import { nameOf } from './asset-rows.js';
import { meaningOf, ProvenanceBadge } from './provenance.js';
import type { UnrealStore } from './unreal-store.js';

/** Which project is shown, which source answers, and whether it is there. */
export function StatusBar({ store }: { readonly store: UnrealStore }) {
  const state = store.state.value;
  const stream = store.stream.state.value;
  return (
    <>
      <ProvenanceBadge of={state?.provenance} />
      {state?.project !== undefined && (
        <span>
          <b>
            <Untrusted text={state.project.name} max={60} />
          </b>{' '}
          <span class="ui-muted">
            <Untrusted text={state.project.engineVersion?.split('-', 1)[0] ?? ''} max={40} />
          </span>
        </span>
      )}
      <span class="ui-muted unreal-meaning">{meaningOf(state?.provenance)}</span>
      {state?.sources.map(({ provenance, status, reason }) => (
        <Badge
          key={provenance}
          kind={status === 'ready' || status === 'back' ? 'ok' : status === 'gone' ? 'danger' : 'warn'}
          {...(reason !== undefined && { title: reason })}
        >
          {provenance} {status}
        </Badge>
      ))}
      {stream !== 'live' && (
        <span title={store.stream.reason.value}>
          <Badge kind={stream === 'lost' ? 'danger' : 'warn'}>
            {stream === 'lost' ? 'not live' : 'connecting'}
          </Badge>
        </span>
      )}
      <span class="ui-muted explorer-push">
        {state?.level !== undefined && (
          <>
            level <Untrusted text={nameOf(state.level)} max={40} /> ·{' '}
          </>
        )}
        revision <span data-testid="unreal-revision">{store.revision.value}</span>
      </span>
    </>
  );
}
