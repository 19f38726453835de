export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structuredContent?: unknown;
}

export interface ListedTool {
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: Readonly<
      Record<string, { readonly type?: string; readonly enum?: readonly string[] }>
    >;
    readonly required?: readonly string[];
  };
}

export class Agent {
  static connect(url: string, options?: { readonly token?: string; readonly name?: string }): Promise<Agent>;
  readonly calls: number;
  readonly bytes: number;
  readonly instructions: string;
  tools(): Promise<readonly ListedTool[]>;
  request<Result>(method: string, params?: object): Promise<Result>;
  // biome-ignore lint/suspicious/noExplicitAny: the data of a tool has the shape of that tool.
  call(tool: string, args?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  attempt(tool: string, args?: object): Promise<{ result: ToolResult; text: string; data: any }>;
  reset(): void;
}
