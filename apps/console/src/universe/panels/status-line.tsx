import { useUniverse } from './universe-context.js';

/** What keeps the picture from being the newest or the wanted one. */
export function StatusLine() {
  const { universe, shown } = useUniverse();
  const texts = [
    universe.problem.value,
    shown.problem.value,
    shown.waiting.value !== undefined && shown.waiting.value !== shown.shown.value?.copy.revision
      ? `Reading revision ${shown.waiting.value}…`
      : undefined,
    universe.copy === undefined && universe.problem.value === undefined && universe.version.value === 0
      ? 'Reading the universe…'
      : undefined,
    universe.state.value === 'lost'
      ? `The connection is lost: revision ${universe.newest.value} is the last one known.`
      : undefined,
  ].filter(text => text !== undefined);
  const difference = shown.compared.value?.difference;
  return (
    <div class="universe-status" role="status" data-testid="universe-status">
      {texts.map(text => (
        <p key={text}>{text}</p>
      ))}
      {difference !== undefined && (
        <p data-testid="universe-difference">
          Against revision {shown.compared.value!.with.revision}:{' '}
          <span class="universe-added">{difference.added.length} added</span>,{' '}
          <span class="universe-removed">{difference.removed.length} removed</span>,{' '}
          <span class="universe-moved">{difference.changed.length} changed</span>
        </p>
      )}
    </div>
  );
}
