export const PAGES: readonly (readonly [path: string, content: () => Promise<string | Buffer>])[];
