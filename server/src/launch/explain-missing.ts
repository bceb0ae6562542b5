import type { MissingTile } from '@gatehouse/contract/launch.ts'
import sql, { raw } from 'sql-template-tag'
import { EXISTING_ASSIGNMENTS, HAS_ADDRESS, isActive } from '../access/launch-rule.ts'
import type { Db } from '../db/database.ts'
import { isCurrent, isOver } from '../db/is-current.ts'
import { listFormerAccess } from './former-access.ts'

const FOUND_MAX = 5

const STATE_OF: Partial<Record<string, MissingTile['state']>> = {
  'Temporary BLOCKED': 'blocked',
  'Permanent BLOCKED': 'permanently-blocked',
}

type Row = {
  name: string
  status: string
  isActive: boolean
  hasAddress: boolean
  openClients: number
  activeClients: number
  inactiveClients: string[]
  /** The next beginning for an active client. */
  beginsAt: Date | null
  /** The last end for an active client. */
  endedAt: Date | null
}

/**
 * Why applications with this name, or with it in their name, have no tile. Only present and former assignments of the person are
 * searched, so an application of other people and one that does not exist give the same answer in the same time.
 */
export async function explainMissing(db: Db, userId: string, name: string): Promise<MissingTile[]> {
  const isNamed = sql`strpos(lower(a.name), lower(${name})) > 0`
  const { rows } = await db.execute<Row>(sql`
    select a.name, a.status, ${raw(isActive('a'))} as "isActive", ${raw(HAS_ADDRESS)} as "hasAddress",
      count(*) filter (where ${raw(`${isActive('c')} and ${isCurrent('s')}`)})::int as "openClients",
      count(*) filter (where ${raw(isActive('c'))})::int as "activeClients",
      min(s.valid_from) filter (where ${raw(isActive('c'))} and s.valid_from > now()) as "beginsAt",
      max(s.valid_until) filter (where ${raw(`${isActive('c')} and ${isOver('s')}`)}) as "endedAt",
      coalesce(json_agg(c.display_name order by lower(c.display_name)) filter (where not (${raw(isActive('c'))})), '[]')
        as "inactiveClients"
    from ${raw(EXISTING_ASSIGNMENTS)}
    where s.user_id = ${userId} and ${isNamed}
    group by a.id order by lower(a.name) <> lower(${name}), lower(a.name), a.id limit ${FOUND_MAX}`)
  const found = rows.map((row) => {
    const state = stateOf(row)
    return {
      name: row.name,
      state,
      inactiveClients: row.inactiveClients,
      beginsAt: row.beginsAt?.toISOString() ?? null,
      endedAt: (state === 'ended' && row.endedAt?.toISOString()) || null,
    }
  })
  const former = await listFormerAccess(db, userId, isNamed, FOUND_MAX)
  const gone = former.map(({ name, endedAt }) => ({
    ...{ name, state: 'ended' as const, inactiveClients: [], beginsAt: null, endedAt: endedAt.toISOString() },
  }))
  return [...found, ...gone].slice(0, FOUND_MAX)
}

function stateOf({ status, isActive, hasAddress, activeClients, openClients, beginsAt }: Row): MissingTile['state'] {
  if (!isActive) return STATE_OF[status] ?? 'inactive'
  if (!hasAddress) return 'without-address'
  if (activeClients === 0) return 'client-inactive'
  if (openClients > 0) return 'here'
  return beginsAt === null ? 'ended' : 'not-begun'
}
