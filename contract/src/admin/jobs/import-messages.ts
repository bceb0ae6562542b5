/** The messages about a file of rows that contain values. The server fills them in; screens translate them. */
export const IMPORT_MESSAGES = {
  unreadable: 'This file cannot be read as CSV: line {{line}}.',
  longCell: 'Line {{line}} has a cell of more than 10,000 characters.',
  manyColumns: 'Line {{line}} has more than {{most}} columns.',
  missingColumns: 'The first line lacks {{columns}}.',
  unknownColumns: 'The first line names a column that is not known, or twice: {{columns}}',
  nameless: 'Column {{column}} has text here, and no name in the first line',
  otherLength: 'The row has {{columns}} columns, the first line {{expected}}',
  repeated: 'The same {{columns}} stands in line {{line}}',
} as const

type ImportMessage = (typeof IMPORT_MESSAGES)[keyof typeof IMPORT_MESSAGES]

const PLACE = /{{(\w+)}}/g

/** A message with its values. */
export function filled(message: ImportMessage, values: Record<string, string | number>): string {
  return message.replace(PLACE, (_, name: string) => String(values[name]))
}

/** The message that a text was made from, with its values; `null`: it contains none. */
export function unfilled(text: string): { message: ImportMessage; values: Record<string, string> } | null {
  for (const message of Object.values(IMPORT_MESSAGES)) {
    const values = new RegExp(`^${message.replace(/[.?]/g, '\\$&').replace(PLACE, '(?<$1>.+)')}$`).exec(text)?.groups
    if (values) return { message, values }
  }
  return null
}
