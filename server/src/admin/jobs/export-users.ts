import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import sql, { raw } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import type { Caller } from '../../identity/actor.ts'
import { requireStillAllowed } from '../engine/guard/while-allowed.ts'
import { orderOf, whereOf } from '../engine/list.ts'
import { type UsersQuery, usersFilter, usersSource } from '../people/list.ts'

/** The columns of the console's table (requirement A2), and the other columns of an import. */
const HEADINGS = [
  'First Name',
  'Last Name',
  'Phone Number',
  'Email',
  'User Name',
  'Assigned Apps',
  'Status',
  'Partner portal id',
]
const COLUMNS = raw(`t.first_name, t.last_name, t.phone_number, t.email, t.user_name,
  (select coalesce(string_agg(x.name, ', ' order by lower(x.name)), '') from (
    select distinct a.name from assignments s
      join applications a on a.id = s.application_id and a.deleted_at is null
      join clients c on c.id = s.client_id and c.deleted_at is null
    where s.user_id = t.id) x),
  case when t.is_active then 'ACTIVE' when t.suspended_from <= now() then 'SUSPENDED' else 'INACTIVE' end, t.c_portal_id`)

const ROWS_A_FETCH = 1000
/** Limits the exports at the same time: each holds a database connection until its reader is done. */
const AT_ONCE = 2
const READ_TIMEOUT_SECONDS = 120
let underWay = 0

/**
 * All people who match a query of the list, in its order, as lines of a CSV file. All lines show one moment, however long it
 * takes. If the database fails, or the caller may not read it any more, the stream ends with an error, so that a truncated file is not mistaken for a complete one.
 *
 * @throws AppError busy, not_allowed
 */
export async function exportUsers(
  db: Db,
  query: UsersQuery,
  person: Caller,
): Promise<{ total: number; lines: Readable }> {
  if (underWay >= AT_ONCE) throw new AppError('busy')
  const where = whereOf(usersSource, query, usersFilter(query, person))
  const lines = new PassThrough()
  // Until the answer has begun nobody else listens, and an error that nobody hears ends the process.
  lines.on('error', () => undefined)
  underWay++
  return new Promise((resolve, reject) => {
    const read = async (tx: Tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`)
      await tx.execute(raw(`set local statement_timeout = '${READ_TIMEOUT_SECONDS}s'`))
      // Waits for the reader between two fetches.
      await tx.execute(raw(`set local idle_in_transaction_session_timeout = '${READ_TIMEOUT_SECONDS}s'`))
      const { rows } = await tx.execute<{ total: number }>(sql`select count(*)::int as total ${where}`)
      await tx.execute(sql`
        declare people no scroll cursor for
        select json_build_array(${COLUMNS}) as cells ${where} ${orderOf(usersSource, query)}`)
      resolve({ total: rows[0]?.total ?? 0, lines })
      await write(tx, lines, () => requireStillAllowed(db, person, 'users:read'))
    }
    db.transaction(read)
      .then(() => lines.end())
      .catch((error: Error) => {
        reject(error)
        lines.destroy(error)
      })
      .finally(() => {
        underWay--
      })
  })
}

async function write(tx: Tx, lines: PassThrough, requireStill: () => Promise<void>): Promise<void> {
  const gone = new AbortController()
  lines.once('close', () => gone.abort())
  lines.write(BYTE_ORDER_MARK + csvLine(HEADINGS))
  for (;;) {
    const { rows } = await tx.execute<{ cells: string[] }>(raw(`fetch ${ROWS_A_FETCH} from people`))
    if (rows.length === 0 || gone.signal.aborted) return
    await requireStill()
    const hasRoom = lines.write(rows.map(({ cells }) => csvLine(cells)).join(''))
    // If the reader is gone, the wait ends with an error, which also ends the transaction.
    if (!hasRoom) await once(lines, 'drain', { signal: gone.signal })
  }
}
