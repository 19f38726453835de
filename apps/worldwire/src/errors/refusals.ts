/**
 * Why `serve` does not start although its settings are valid, and the first words of the check of `doctor` that finds it. Invalid
 * settings are refused by both with the same message.
 */
export const REFUSALS = {
  'open bind': 'token file',
  'token file': 'token file',
  'TLS files': 'TLS files',
  'data folder': 'data folder',
  audit: 'audit',
  'store file': 'store',
  'store database': 'store',
  world: 'unity',
  'engine ids': 'unity',
  project: 'unreal project',
  features: 'features',
  'taken port': 'port ',
  'forbidden port': 'port ',
  'unknown host': 'port ',
  port: 'port ',
  'frames wire': 'engine link',
  'engine port': 'engine link',
  'metrics port': 'port metrics',
} as const;

export type Refusal = keyof typeof REFUSALS;
