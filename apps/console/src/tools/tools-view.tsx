import type { WorldInfo } from '../api/operator.js';
import { Untrusted } from '../text/untrusted.js';

export function View({ world }: { readonly world: WorldInfo }) {
  return (
    <main>
      <Untrusted text={world.name} />
    </main>
  );
}
