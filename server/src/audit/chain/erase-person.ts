import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { recordAudit } from '../record-audit.ts'
import { detailsHashOf, LINE_COLUMNS, lineOf, type TrailLine } from './lines.ts'
import { inChain } from './seal-lines.ts'

type Row = Omit<TrailLine, 'number'> & { number: string; salt: Buffer }
type Erased = { id: string; number: number; detailsHash: Buffer }

const BATCH = 500

/**
 * Erases the address and the details of the sealed lines about a person, and of those about nobody else that the person
 * caused. The chain stays valid; a line of its own says so. May be repeated, for lines that were not sealed yet.
 *
 * @returns how many lines lost their details
 */
export const erasePerson = (db: Db, personId: string): Promise<number> => erasePeople(db, [personId])

/** The same for several people at once. */
export async function erasePeople(db: Db, personIds: string[]): Promise<number> {
  if (personIds.length === 0) return 0
  let count = 0
  // The records come first, so that no line is without its reason when this is interrupted.
  await db.transaction(async (tx) => {
    for (const subjectId of personIds) await recordAudit(tx, { event: 'audit.person-erased', subjectId })
  })
  for (;;) {
    const erased = await inChain(db, async (tx) => {
      const { rows } = await tx.execute<Row>(sql`
        select ${LINE_COLUMNS}, l.salt from audit_events e join audit_leaves l on l.id = e.id and l.number = e.number
        where (e.subject_id = any(${personIds}::uuid[])
            or (e.actor_id = any(${personIds}::uuid[]) and e.subject_id is null))
          and e.event <> 'audit.person-erased' and l.salt is not null
        order by e.number limit ${BATCH}`)
      const lines: Erased[] = rows.map(({ salt, ...row }) => {
        const line = lineOf(row)
        return { id: line.id, number: line.number, detailsHash: detailsHashOf(line, salt) }
      })
      await tx.execute(sql`select set_config('gatehouse.erasing', 'audit', true)`)
      // The commitment first: the database erases no details that could still be proved.
      await tx.execute(sql`
        update audit_leaves l set salt = null, details_hash = one.hash
        from unnest(${lines.map(({ number }) => number)}::bigint[], ${lines.map(({ detailsHash }) => detailsHash)}::bytea[])
          as one (number, hash)
        where l.number = one.number`)
      await tx.execute(sql`
        update audit_events set ip = null, detail = '{}' where id = any(${lines.map(({ id }) => id)}::uuid[])`)
      return lines.length
    })
    // Another server is adding a seal: it takes some milliseconds.
    if (erased === null) continue
    count += erased
    if (erased < BATCH) return count
  }
}
