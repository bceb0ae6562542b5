/** What components that translate listen to, besides a change of the language. Visitors do not load what emits it. */
export const PRINTING_CHANGED = 'printing-changed'
