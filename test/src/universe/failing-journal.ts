import { type Append, type Head, MemoryJournal } from '@worldwire/journal';

/** A store that fails the next call on request, before it writes anything. */
export class FailingJournal extends MemoryJournal {
  #append: Error | undefined;
  #find: Error | undefined;
  #list: Error | undefined;

  failNextAppend(reason: Error): void {
    this.#append = reason;
  }

  failNextFind(reason: Error): void {
    this.#find = reason;
  }

  failNextList(reason: Error): void {
    this.#list = reason;
  }

  override async append(append: Append): Promise<number> {
    const reason = this.#append;
    this.#append = undefined;
    if (reason !== undefined) throw reason;
    return super.append(append);
  }

  override async find(id: string): Promise<Head | undefined> {
    const reason = this.#find;
    this.#find = undefined;
    if (reason !== undefined) throw reason;
    return super.find(id);
  }

  override async list(page: { readonly after?: string; readonly limit: number }): Promise<readonly Head[]> {
    const reason = this.#list;
    this.#list = undefined;
    if (reason !== undefined) throw reason;
    return super.list(page);
  }
}
