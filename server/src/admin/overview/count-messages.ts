import type { Message } from '@gatehouse/contract/admin/messages/messages.ts'
import { OVERVIEW_COUNTED_MAX } from '@gatehouse/contract/admin/overview/overview.ts'
import sql, { empty } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { firstIdOf } from '../messages/health.ts'
import { whereOf } from '../messages/list.ts'

/** Allows for the difference of clocks: ids use the clock of a server, times that of the database. */
const CLOCKS_MS = 3_600_000

/** Counts the messages in a state that were created since a moment. */
export async function countMessages(
  on: Executor,
  state: Message['state'],
  from?: Date,
): Promise<{ count: number; hasMore: boolean }> {
  // The index of states is ordered by id, and ids begin with their time.
  const isNew = from && sql`and m.id > ${firstIdOf(from.getTime() - CLOCKS_MS)}::uuid`
  const { rows } = await on.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 ${whereOf({ state, from: from?.toISOString() })} ${isNew ?? empty} limit ${OVERVIEW_COUNTED_MAX}) counted`)
  const count = rows[0]?.count ?? 0
  return { count, hasMore: count === OVERVIEW_COUNTED_MAX }
}
