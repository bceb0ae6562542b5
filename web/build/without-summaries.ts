import type { Plugin } from 'vite'

/** The value of `summary` where it is written as a text. */
const SUMMARY = /\bsummary:\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/gs

/** Leaves out the sentences that calls have for the API document: no page shows them, and browsers would load them. */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return id.includes('/contract/src/') ? { code: code.replace(SUMMARY, "summary: ''"), map: null } : null
  },
}
