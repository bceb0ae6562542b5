import { IMPORT_COLUMNS } from '@gatehouse/contract/admin/jobs/jobs.ts'

const EXAMPLES = {
  users: 'Nila,Menon,nila.menon@example.com,9876543210,nila.menon,ACTIVE',
  assignments: 'nila.menon@example.com,Claims Desk,Acme Insurance,User',
}

/** The address of a file with the columns and one example. Its byte order mark declares the encoding to spreadsheets. */
export function importTemplate(kind: keyof typeof IMPORT_COLUMNS): string {
  const lines = [IMPORT_COLUMNS[kind].join(','), EXAMPLES[kind], '']
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.join('\r\n')}`)}`
}
