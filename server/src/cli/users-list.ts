import { soughtText } from '@gatehouse/contract/sought-text.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { fullNameIn } from '../db/full-name.ts'
import { type Command, type Context, UsageError } from './command.ts'

const LIMIT = 100
const LIMIT_MAX = 10_000
const STATES = { active: sql`u.is_active`, inactive: sql`not u.is_active` }

type Row = {
  id: string
  email: string
  userName: string
  name: string
  role: string | null
  isActive: boolean
  lastSignInAt: string | null
}

/** Lists people, in pages. */
export const usersList: Command = {
  help: 'List people, in the order of their creation',
  options: {
    search: { type: 'string', value: 'TEXT', help: 'a part of the name, email or user id' },
    role: { type: 'string', value: 'ROLE', help: 'only people with the role of this name' },
    state: { type: 'string', value: 'STATE', help: 'active or inactive' },
    limit: { type: 'string', value: 'NUMBER', help: `at most so many; ${LIMIT} if left out` },
    after: { type: 'string', value: 'ID', help: 'go on after this person: the next page' },
  },
  run: async (context) => {
    const { db, print, isJson } = context
    const limit = limitOf(context)
    const { rows } = await (await db()).execute<Row>(sql`
      select u.id, u.email, u.user_name as "userName", ${raw(fullNameIn('u'))} as name, r.name as role,
        u.is_active as "isActive", to_char(u.last_sign_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastSignInAt"
      from users u left join roles r on r.id = u.role_id and r.deleted_at is null
      where ${join(conditions(context), ' and ')} order by u.id limit ${limit + 1}`)
    const page = rows.slice(0, limit)
    for (const row of page) await print(isJson ? JSON.stringify(row) : lineOf(row))
    if (rows.length > limit && !isJson) await print(`There are more: --after ${page.at(-1)?.id}`)
    return 0
  },
}

const lineOf = ({ id, email, name, role, isActive, lastSignInAt }: Row) =>
  [id, email, name, role ?? 'User', isActive ? 'active' : 'inactive', lastSignInAt ?? 'never signed in'].join('  ')

function limitOf({ options: { limit = String(LIMIT) } }: Context): number {
  const number = Number(limit)
  if (Number.isInteger(number) && number >= 1 && number <= LIMIT_MAX) return number
  throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`)
}

function conditions({ options: { search, role, state, after } }: Context): Sql[] {
  const found = [sql`u.deleted_at is null`]
  if (typeof search === 'string') {
    const part = `%${soughtText(search).replace(/[\\%_]/g, '\\$&')}%`
    found.push(
      sql`(u.email ilike ${part} or u.user_name ilike ${part} or u.first_name || ' ' || u.last_name ilike ${part})`,
    )
  }
  if (typeof role === 'string') found.push(sql`lower(r.name) = lower(${role})`)
  if (typeof state === 'string') {
    if (!Object.hasOwn(STATES, state)) throw new UsageError('--state must be active or inactive.')
    found.push(STATES[state as keyof typeof STATES])
  }
  if (typeof after === 'string') {
    if (!/^[0-9a-f-]{36}$/i.test(after)) throw new UsageError('--after must be the id of a person.')
    found.push(sql`u.id > ${after}`)
  }
  return found
}
