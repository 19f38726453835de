import { endCall, listCalls, type OpenCall } from '../api/operator.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { durationText } from '../ui/ago-text.js';
import { Failure } from '../ui/failure.js';
import { HoldButton } from '../ui/hold-button.js';
import { Table } from '../ui/table.js';
import { attempt } from '../ui/toast.js';
import { usePolled } from '../ui/use-polled.js';

const REFRESH_MS = 3_000;

/** Calls in flight and what is open for clients, each with a button that ends it. */
export function OpenCalls() {
  const polled = usePolled(listCalls, REFRESH_MS);
  if (polled.failure.value !== undefined)
    return <Failure error={polled.failure.value} onRetry={() => void polled.refresh()} />;
  const page = polled.value.value;
  if (page === undefined) return <p class="ui-muted">Loading…</p>;
  const { calls, total } = page;
  if (calls.length === 0)
    return (
      <p class="ui-muted" data-testid="no-calls">
        No call is in flight, and no stream, feed, subscription or task is open.
      </p>
    );
  return (
    <>
      <Table
        label="Calls and streams"
        rows={calls}
        keyOf={({ world, number }) => `${world} ${number}`}
        testid="call-table"
        columns={[
          { name: 'Principal', cell: row => <AgentName name={row.principal} /> },
          {
            name: 'What',
            cell: row => <Untrusted text={nameOf(row)} max={60} />,
          },
          { name: 'Kind', wideOnly: true, cell: row => <Untrusted text={row.kind} max={24} /> },
          { name: 'World', wideOnly: true, cell: row => <Untrusted text={row.world} max={24} /> },
          {
            name: 'Waits for',
            wideOnly: true,
            cell: ({ waitsFor }) => <Untrusted text={waitsFor ?? '–'} max={24} />,
          },
          {
            name: 'For',
            numeric: true,
            wideOnly: true,
            cell: ({ seconds }) => durationText(seconds * 1_000),
          },
          {
            name: 'End',
            hidden: true,
            numeric: true,
            cell: row => (
              <HoldButton
                label="End"
                testid={`end-call-${row.world}-${row.number}`}
                onHeld={() =>
                  void attempt(
                    () => endCall(row).finally(polled.refresh),
                    `${nameOf(row)} of ${row.principal} ended. The client gets the reason.`,
                  )
                }
              />
            ),
          },
        ]}
      />
      {total > calls.length && (
        <p class="ui-muted">
          {calls.length} of {total} are shown. All of them: npx worldwire calls
        </p>
      )}
    </>
  );
}

/** The tool of a call, or the method or path of what is open. */
function nameOf({ tool, method }: OpenCall): string {
  return tool ?? method;
}
