import type { Client, Wire } from './matrix.mjs';

export const PAGE: string;
export function clientsPage(): Promise<string>;
export function pageWith(page: string, count?: (client: Client, wire: Wire) => number): string;
