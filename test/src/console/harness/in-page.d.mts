export function watchPage(): void;
export function waitFrames(): Promise<void>;
export function countFrames(): Promise<number>;
export function findInjected(): string[];
export function findUnseenCharacters(): string[];
export function findOverflow(): string[];
export function findAxeViolations(): Promise<string[]>;
export function focusedControl(): { testId: string | null; html: string; isSeen: boolean };
export function findCovered(): string[];
