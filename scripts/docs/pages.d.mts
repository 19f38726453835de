export const PAGES: readonly (readonly [path: string, text: () => Promise<string>])[];
