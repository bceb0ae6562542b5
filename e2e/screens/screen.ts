/** What a screen of the console shows (requirements A2 to A15), and a record to make there. */
export type Screen = {
  path: string
  heading: string
  columns: string[]
  searches: string[]
  newLabel: string
  /** Titles of the two forms. */
  create: string
  update: string
  menu: string[]
  /** What an empty form says, by the label of the field. */
  required: Record<string, string>
  /** By the labels of the form. */
  record: Record<string, string>
  /** What the record is called where it stands alone. */
  name: string
  /** A search that leaves the record alone in the list, before its edit and after. */
  find: [field: string, text: string]
  edit: Record<string, string>
  /** What its row shows after the edit. */
  edited: string
  /** What it is called then, if otherwise. */
  renamed?: string
  messages: [created: string, updated: string, deleted: string]
}

/** What every row menu ends with. */
export const EDIT_AND_DELETE = ['Edit', 'History', 'Delete']
