/** A place in the HTML that is wrong, in UTF-16 units, and what stands there. */
export type Marked = { from: number; to: number; text: string; message: string }

/** What can be done to an editor from outside. */
export type EditorHandle = {
  /** Puts a text where the cursor is. */
  insert: (text: string) => void
}
