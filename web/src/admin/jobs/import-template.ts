import { IMPORT_COLUMNS, OPTIONAL_COLUMNS } from '@gatehouse/contract/admin/jobs/jobs.ts'

const EXAMPLES = {
  users: 'Nila,Menon,nila.menon@example.com,9876543210,nila.menon,ACTIVE',
  assignments: 'nila.menon@example.com,Claims Desk,Acme Insurance,User',
  invitations: 'nila.menon@example.com,Claims Desk,Acme Insurance,User,,,',
  leavers: 'nila.menon@example.com',
}

/** The address of a file with the columns and one example. Its byte order mark declares the encoding to spreadsheets. */
export function importTemplate(kind: keyof typeof IMPORT_COLUMNS): string {
  // Most of what an invitation gives is optional.
  const columns = kind === 'invitations' ? [...IMPORT_COLUMNS[kind], ...OPTIONAL_COLUMNS[kind]] : IMPORT_COLUMNS[kind]
  const lines = [columns.join(','), EXAMPLES[kind], '']
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.join('\r\n')}`)}`
}
