import { SERVER_LAYERS } from './server-layers.ts'
import { WEB_LAYERS } from './web-layers.ts'

/** The allowed imports. A part is a folder or a file; a file belongs to the longest matching part. */
export type Layer = { parts: string[]; mayImport: string[] }

export const LAYERS: Layer[] = [
  // Both sides use the contract, which uses zod only.
  { parts: ['contract/src'], mayImport: [] },
  ...SERVER_LAYERS,
  ...WEB_LAYERS,
]
