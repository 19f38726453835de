import type { OperationName } from '@worldwire/engine';
import type { ContractResult } from '@worldwire/engine/testing';

export function enginesPage(results: readonly ContractResult[], operations: readonly OperationName[]): string;
