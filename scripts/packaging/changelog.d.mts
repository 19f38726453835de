export function changelogProblems(text: string): readonly string[];
export function isReleased(text: string, version: string): boolean;
export function release(text: string, version: string, date: string, repository: string): string;
