export function fetchedNode(version: string): string;
