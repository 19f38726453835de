import { Badge } from '../ui/badge.js';
import type { Provenance } from './answers.js';

const MEANING: Readonly<
  Record<Provenance, { name: string; kind: 'ok' | 'accent' | 'plain'; meaning: string }>
> = {
  live: { name: 'editor', kind: 'ok', meaning: 'A running Unreal Editor answered.' },
  disk: {
    name: 'files',
    kind: 'accent',
    meaning: 'The files of the project answered, as they were last saved. Nothing can be changed.',
  },
  sample: {
    name: 'sample',
    kind: 'plain',
    meaning: 'The sample project answered. Start the server with --project DIR or --editor URL for your own.',
  },
};

/** Which source answered. */
export function ProvenanceBadge({ of }: { readonly of: Provenance | undefined }) {
  const known = of === undefined ? undefined : MEANING[of];
  if (known === undefined) return null;
  return (
    <span data-testid="provenance" data-provenance={of}>
      <Badge kind={known.kind} title={known.meaning}>
        {known.name}
      </Badge>
    </span>
  );
}

export function meaningOf(of: Provenance | undefined): string {
  return (of === undefined ? undefined : MEANING[of]?.meaning) ?? '';
}
