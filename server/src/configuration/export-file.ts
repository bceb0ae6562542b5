import { stringify } from 'yaml'
import type { Tx } from '../db/database.ts'
import type { FileKind } from './kind.ts'
import { byCodeUnits, type Entry, nameKey, nameOf, readRecords } from './records.ts'

/** The version of the format. A file of another version is refused. */
export const FORMAT = 1

const HEADER = `# The configuration of Gatehouse. docs/operating.md, "Configuration as files", says what the sections mean.
# A field that is left out keeps its value. Secrets are not in this file.
`

/** The whole configuration as a file. The same configuration always gives the same text. */
export async function exportFile(tx: Tx, kinds: readonly FileKind[]): Promise<string> {
  const records = await readRecords(tx, kinds)
  const sections = kinds.map((kind) => [
    kind.section,
    [...records.of(kind.section)].sort(inOrder).map(({ file }) => file),
  ])
  const parts = [{ gatehouse: FORMAT }, ...sections.map(([name, list]) => ({ [String(name)]: list }))]
  return HEADER + parts.map((part) => stringify(part, { lineWidth: 0, aliasDuplicateObjects: false })).join('\n')
}

/** By name. Records of one name stand in the order in which they were made. */
function inOrder(a: Entry, b: Entry): number {
  const names = [a, b].map(({ kind, file }) => nameKey(kind.section, nameOf(kind, file)))
  return byCodeUnits(names[0] as string, names[1] as string) || byCodeUnits(a.row._id, b.row._id)
}
