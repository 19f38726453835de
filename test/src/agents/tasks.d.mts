/** What a task cost an agent. */
export interface Paid {
  readonly calls: number;
  readonly bytes: number;
}

export interface Task extends Paid {
  readonly title: string;
  readonly place: 'universe' | 'unity' | 'sample' | 'project';
  run(url: string, project?: { readonly sizes: ReadonlyMap<string, number> }): Promise<readonly Paid[]>;
}

export const HOOKED_TYPE: string;
export const TASKS: readonly Task[];
