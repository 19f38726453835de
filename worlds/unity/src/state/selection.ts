/** As many as an inspector has use for; the oldest make room. */
const MOST = 32;

export interface SelectionDto {
  readonly ActiveId: string | null;
  readonly Items: readonly string[];
}

/** The objects under inspection, in the order they were opened, and the one that is looked at. */
export class Selection {
  #items: readonly string[] = [];
  #active: string | null = null;

  constructor(readonly changed: (selection: SelectionDto) => void) {}

  get snapshot(): SelectionDto {
    return { ActiveId: this.#active, Items: this.#items };
  }

  select(id: string): void {
    const others = this.#items.filter(item => item !== id);
    this.restore({ ActiveId: id, Items: [...others, id].slice(-MOST) });
  }

  /** Takes out what is no longer there. The newest of the others is looked at then. */
  drop(ids: ReadonlySet<string>): void {
    if (!this.#items.some(item => ids.has(item))) return;
    const Items = this.#items.filter(item => !ids.has(item));
    const gone = this.#active !== null && ids.has(this.#active);
    this.restore({ ActiveId: gone ? (Items.at(-1) ?? null) : this.#active, Items });
  }

  restore({ ActiveId, Items }: SelectionDto): void {
    const same = ActiveId === this.#active && Items.join() === this.#items.join();
    this.#active = ActiveId;
    this.#items = Items;
    if (!same) this.changed(this.snapshot);
  }
}
