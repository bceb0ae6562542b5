import type { Invited } from '@gatehouse/contract/admin/people/invitations.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { normaliseIdentifier } from '../../../identity/identifiers.ts'
import { requireSoundPerson } from '../../../identity/require-sound-person.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { judgeGift } from './gift.ts'
import { type Letter, sendLetter } from './send.ts'

/**
 * Invites each address, and says what became of each, in the order in which they were given. An address that is named
 * twice counts once.
 */
export async function inviteEach(
  deps: Deps,
  tx: Tx,
  by: By,
  invitations: readonly Omit<Letter, 'id' | 'key'>[],
): Promise<Invited[]> {
  const letters = new Map<string, Letter>()
  for (const one of invitations) {
    const key = normaliseIdentifier(one.email)
    if (!letters.has(key)) letters.set(key, { ...one, key })
  }
  return [...(await sendAll(deps, tx, by, [...letters.values()])).values()]
}

/** Sends invitations again that are open or have expired, in the name of the caller. */
export async function resendAll(deps: Deps, tx: Tx, by: By, ids: readonly string[]): Promise<Invited[]> {
  const { rows } = await tx.execute<StoredLetter>(sql`
    select id, email, email_key as key, state, language, application_id as "applicationId", client_id as "clientId",
      application_role as role, valid_from as "validFrom", valid_until as "validUntil", role_id as "roleId"
    from invitations where id = any(${[...new Set(ids)]}::uuid[]) order by sent_at desc, id desc`)
  const letters: Letter[] = []
  const refused = new Map<string, Invited>()
  for (const { id, email, key, state, language, validFrom, validUntil, ...asked } of rows) {
    try {
      if (state !== 'open') throw new AppError('invalid_request', { msg: IS_OVER })
      const term = { validFrom: validFrom?.toISOString() ?? null, validUntil: validUntil?.toISOString() ?? null }
      letters.push({ id, email, key, language, gift: await judgeGift(tx, by, { ...asked, ...term }, deps.config) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.set(id, { email, outcome: 'refused', userId: null, message: error.message })
    }
  }
  const sent = await sendAll(deps, tx, by, letters)
  return rows.flatMap(({ id, key }) => refused.get(id) ?? sent.get(key) ?? [])
}

type StoredLetter = Omit<Letter, 'gift' | 'id'> & {
  id: string
  state: string
  applicationId: string | null
  clientId: string | null
  role: string
  validFrom: Date | null
  validUntil: Date | null
  roleId: string | null
}

const IS_OVER = 'This invitation was accepted or revoked in the meantime.'

/** By the keys of the addresses, in the order in which they were given. */
async function sendAll(deps: Deps, tx: Tx, by: By, letters: readonly Letter[]): Promise<Map<string, Invited>> {
  const keys = letters.map(({ key }) => key)
  const owners = await findOwners(tx, keys)
  const isReader = readsPeople(by.person)
  const results = new Map<string, Invited>()
  // In one order, so that two senders never wait for each other's addresses (deadlock).
  for (const letter of letters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const { email, key } = letter
    const owner = owners.get(key)
    // First: a user name is no address, and its owner is not named.
    if (!isSound(letter)) results.set(key, { email, outcome: 'invalid', userId: null, message: '' })
    else if (owner !== undefined)
      results.set(key, { email, outcome: 'has-account', userId: isReader ? owner : null, message: '' })
    else {
      const sent = await sendOne(deps, tx, by, letter)
      results.set(key, { email, userId: null, ...sent })
    }
  }
  return new Map(keys.map((key) => [key, results.get(key) as Invited]))
}

async function sendOne(deps: Deps, tx: Tx, by: By, letter: Letter): Promise<Pick<Invited, 'outcome' | 'message'>> {
  try {
    const outcome = await sendLetter(deps, tx, by, letter)
    return { outcome: outcome ?? 'refused', message: outcome === null ? IS_OVER : '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'refused', message: error.message }
  }
}

/** The people who have these identifiers. */
async function findOwners(tx: Tx, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ value: string; userId: string }>(sql`
    select value, user_id as "userId" from user_identifiers where value = any(${keys}::text[])`)
  return new Map(rows.map(({ value, userId }) => [value, userId]))
}

function isSound({ email }: Letter): boolean {
  try {
    requireSoundPerson({ email })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
