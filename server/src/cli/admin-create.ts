import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import type { Executor } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { makeResetLink } from '../identity/reset-links.ts'
import { insertUser } from '../identity/users.ts'
import { isSetUp, LINK_HOURS, makeSetUpLink } from '../setup/first-administrator.ts'
import { type Command, type Context, type ExitCode, UsageError } from './command.ts'
import { keysOf } from './keys-of.ts'

const NAMED = ['email', 'first-name', 'last-name'] as const

/** Makes an administrator, who chooses a password by a link: none is ever given on the command line. */
export const adminCreate: Command = {
  help: `Make the first administrator, or a further one: prints a link that works once, for ${LINK_HOURS} hours`,
  options: {
    email: { type: 'string', value: 'ADDRESS', help: 'the address of a further administrator' },
    'first-name': { type: 'string', value: 'NAME', help: 'their first name' },
    'last-name': { type: 'string', value: 'NAME', help: 'their last name' },
    role: { type: 'string', value: 'ROLE', help: 'their role; Admin if left out' },
  },
  run: async (context) => {
    const db = await context.db()
    const isFirst = !(await isSetUp({ db }))
    if (!isFirst) return createFurther(context)
    if (Object.keys(context.options).some((name) => name !== 'json'))
      throw new UsageError('There is no administrator yet: the first one enters these on the page of the link.')
    const keys = await keysOf(context)
    return printLink(context, { link: await makeSetUpLink({ db, keys, config: context.config() }), isFirst })
  },
}

async function createFurther(context: Context): Promise<ExitCode> {
  const { options, config } = context
  const [email, firstName, lastName] = NAMED.map((name) => options[name])
  const role = options.role ?? 'Admin'
  if (![email, firstName, lastName, role].every((one) => typeof one === 'string'))
    throw new UsageError('There are administrators: give --email, --first-name and --last-name of the further one.')
  const names = { email, firstName, lastName } as Record<'email' | 'firstName' | 'lastName', string>
  const id = newId()
  const db = await context.db()
  const link = await db.transaction(async (tx) => {
    const { id: roleId, name } = await findRole(tx, String(role))
    const person = { ...names, id, userName: null, phoneNumber: '', passwordHash: null, roleId, isEmailVerified: false }
    const taken = await insertUser(tx, person)
    if (taken.length > 0) throw new AppError('already_registered', { msg: `${email} has an account already.` })
    const detail = { name: fullName(names), role: name, by: 'gatehouse' }
    await recordAudit(tx, { event: 'users.created', subjectId: id, detail })
    return makeResetLink(tx, config(), id, LINK_HOURS * 60)
  })
  return printLink(context, { link, isFirst: false, id })
}

async function findRole(on: Executor, name: string): Promise<{ id: string; name: string }> {
  const { rows } = await on.execute<{ id: string; name: string }>(sql`
    select id, name from roles where lower(name) = lower(${name}) and status = 'ACTIVE' and deleted_at is null`)
  const [role] = rows
  if (role === undefined) throw new UsageError(`There is no active role "${name}".`)
  return role
}

async function printLink(
  { print, isJson }: Context,
  { link, isFirst, id }: { link: string; isFirst: boolean; id?: string },
): Promise<ExitCode> {
  if (isJson) await print(JSON.stringify({ ...(id === undefined ? {} : { id }), link, isFirst, hours: LINK_HOURS }))
  else {
    await print(link)
    await print(`The link works once, within ${LINK_HOURS} hours. Give it to the administrator over a safe channel.`)
  }
  return 0
}
