import { SIGNED_IN_ERRORS } from './signed-in-errors.ts'
import { VISITOR_ERRORS } from './visitor-errors.ts'

/**
 * Every expected failure: its HTTP status and the text shown to people. The English text is also the key of its
 * translations (requirement G11).
 */
export const ERRORS = { ...VISITOR_ERRORS, ...SIGNED_IN_ERRORS }

export type ErrorKey = keyof typeof ERRORS
