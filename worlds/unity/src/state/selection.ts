/** Above this the oldest are dropped. */
const MAX_ITEMS = 32;

export interface SelectionDto {
  readonly ActiveId: string | null;
  readonly Items: readonly string[];
}

/** The selected objects in the order of selection, and the active one. */
export class Selection {
  #items: readonly string[] = [];
  #active: string | null = null;

  constructor(readonly changed: (selection: SelectionDto) => void) {}

  get snapshot(): SelectionDto {
    return { ActiveId: this.#active, Items: this.#items };
  }

  /** The selection after one more object is selected. */
  with(id: string): SelectionDto {
    const others = this.#items.filter(item => item !== id);
    return { ActiveId: id, Items: [...others, id].slice(-MAX_ITEMS) };
  }

  /** Removes destroyed objects. If the active one is among them, the newest of the others becomes active. */
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
