import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** An engine, from ListEngines. */
export interface EngineCard {
  readonly name: string;
  readonly engine: string;
  readonly version: string;
  readonly role: string;
  /** Of the link: waiting, linked, busy, lost or back. */
  readonly state: string;
  readonly since: string;
  readonly reason?: string;
  readonly held?: { readonly holder: string; readonly until: string; readonly reason?: string };
}

export interface EngineList {
  /** Undefined until it was read. Empty where no engine has linked, and in a world without links. */
  readonly cards: Signal<readonly EngineCard[] | undefined>;
  /** The name of the engine that the view shows. Undefined where none has a name. */
  readonly shown: Signal<string | undefined>;
  /** Whether a person has to see which engine is shown. */
  readonly isChoice: () => boolean;
  /** The engine that the view shows, if it is in the list. */
  readonly card: () => EngineCard | undefined;
  read(): Promise<void>;
  close(): void;
}

/** Follows the list of engines. `wanted` is the name in the address. */
export function openEngineList(
  readCards: () => Promise<readonly EngineCard[]>,
  wanted: ReadonlySignal<string | undefined>,
): EngineList {
  const cards = signal<readonly EngineCard[] | undefined>(undefined);
  const shown = signal<string | undefined>(undefined);
  let reading: Promise<void> | undefined;
  let again = false;
  const stop = effect(() => {
    shown.value = chosenEngine(cards.value ?? [], wanted.value, shown.peek());
  });
  const card = () => cards.value?.find(({ name }) => name === shown.value);
  void read();
  return {
    cards,
    shown,
    isChoice: () => (cards.value?.length ?? 0) > 1 || (shown.value !== undefined && card() === undefined),
    card,
    read,
    close: stop,
  };

  /** One read at a time; a change during one makes another. */
  function read(): Promise<void> {
    if (reading !== undefined) {
      again = true;
      return reading;
    }
    reading = readOnce().finally(() => {
      reading = undefined;
      if (!again) return;
      again = false;
      void read();
    });
    return reading;
  }

  async function readOnce(): Promise<void> {
    try {
      cards.value = await readCards();
    } catch {
      // The panels say that the server does not answer. The list stays as it was.
      cards.value ??= [];
    }
  }
}

/** The engine of the address; else the one that was shown, also if it is lost, so that no write reaches another; else one that is linked. */
export function chosenEngine(
  cards: readonly EngineCard[],
  wanted: string | undefined,
  last: string | undefined,
): string | undefined {
  if (cards.length === 0) return undefined;
  return wanted ?? last ?? (cards.find(({ state }) => state !== 'lost') ?? cards[0])?.name;
}

/** An engine in one line. */
export function engineLine({ name, engine, version, role, state, held }: EngineCard): string {
  const program = `${engine} ${version}`.trim();
  return [name, program, role, state, ...(held === undefined ? [] : [`held by ${held.holder}`])].join(' · ');
}
