/** The data of a screen of the console (requirements A2 to A15), with a record to create there. */
export type Screen = {
  path: string
  heading: string
  columns: string[]
  searches: string[]
  newLabel: string
  /** The titles of the create form and the edit form. */
  create: string
  update: string
  menu: string[]
  /** The messages of an empty form, by the label of the field. */
  required: Record<string, string>
  /** The values of the form, by label. */
  record: Record<string, string>
  /** The name of the record in dialogs and messages. */
  name: string
  /** Searches that find only this record, before and after its edit. */
  find: [field: string, text: string]
  edit: Record<string, string>
  /** The texts of its row after the edit. */
  edited: string
  /** Its name after the edit, if that changed. */
  renamed?: string
  messages: [created: string, updated: string, deleted: string]
}

/** The last entries of every row menu. */
export const EDIT_AND_DELETE = ['Edit', 'History', 'Delete']
