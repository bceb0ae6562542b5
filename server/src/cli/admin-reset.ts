import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { clearAccount } from '../counting/clear-account.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { deleteAllFactors } from '../factors/delete-all.ts'
import { voidUndoLinks } from '../identity/contact-changes.ts'
import { keepFormerPassword } from '../identity/former-passwords.ts'
import { maskEmail, normaliseIdentifier } from '../identity/identifiers.ts'
import { requireSoundPerson } from '../identity/require-sound-person.ts'
import { makeResetLink } from '../identity/reset-links.ts'
import { type Account, claimIdentifiers } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { makeEnqueue } from '../outbox/enqueue.ts'
import { endAccess } from '../sessions/end-access.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { findPerson, limitedOf, nameOf } from './find-person.ts'
import { keysOf } from './keys-of.ts'

const LINK_MINUTES = 60

/** Helps an administrator who has lost everything, when nobody else can. */
export const adminReset: Command = {
  words: 'PERSON',
  help: `Void the password, the passkeys, the authenticator apps, the recovery codes and all sessions of an administrator: prints a link that works once, for ${LINK_MINUTES} minutes`,
  options: {
    email: { type: 'string', value: 'ADDRESS', help: 'their new address, when the mailbox is lost too' },
    'forget-phone': { type: 'boolean', help: 'send no more codes to their phone, when it is lost too' },
  },
  run: async (context) => {
    const { words, config, print, isJson } = context
    const db = await context.db()
    const [account, keys] = await Promise.all([findPerson(db, words), keysOf(context)])
    if (!account.isActive) throw new Error('This account is inactive. Use gatehouse admin create for another one.')
    if (account.roleId === null)
      throw new UsageError('This person has no role: they get a link on the sign-in page, or from an administrator.')
    const changed = changedBy(context, account)
    const { link, sessions, passkeys, authenticators, recoveryCodes } = await db.transaction((tx) =>
      reset(tx, keys, account, changed, config()),
    )
    if (isJson)
      await print(
        JSON.stringify({
          id: account.id,
          link,
          minutes: LINK_MINUTES,
          sessionsEnded: sessions,
          passkeysRemoved: passkeys,
          authenticatorsRemoved: authenticators,
          recoveryCodesRemoved: recoveryCodes,
        }),
      )
    else {
      await print(link)
      await print(
        `The link works once, within ${LINK_MINUTES} minutes. ${sessions} sessions were ended, and ${passkeys} passkeys, ${authenticators} authenticator apps and ${recoveryCodes} recovery codes removed.`,
      )
      await print(`Signing in still takes a code, which is sent to ${changed.email}.`)
    }
    return 0
  },
}

function changedBy({ options }: Context, account: Account): Account {
  const email = typeof options.email === 'string' ? options.email : account.email
  const changed = { ...account, email, isPhoneVerified: account.isPhoneVerified && options['forget-phone'] !== true }
  if (email !== account.email) requireSoundPerson({ email })
  return changed
}

async function reset(tx: Tx, keys: Keys, before: Account, after: Account, config: ReturnType<Context['config']>) {
  const { id } = before
  await voidUndoLinks(tx, id)
  await keepFormerPassword(tx, config, id)
  // The former password, passkeys, apps, recovery codes and known browsers must not open the account any longer.
  await tx.execute(sql`
    update users set password_hash = null, password_changed_at = now(), email = ${after.email},
      user_name = case when lower(user_name) = lower(email) then ${after.email} else user_name end,
      email_verified_at = case when email = ${after.email} then email_verified_at end,
      phone_verified_at = case when ${after.isPhoneVerified} then phone_verified_at end,
      version = version + 1, updated_at = now() where id = ${id}`)
  const { rows } = await tx.execute<{ userName: string }>(
    sql`select user_name as "userName" from users where id = ${id}`,
  )
  const taken = await claimIdentifiers(tx, id, { ...after, userName: rows[0]?.userName ?? after.userName })
  if (taken.length > 0) throw new AppError('already_registered', { msg: `${after.email} belongs to another account.` })
  // As after a change in the console. An unproved address may belong to another person.
  if (normaliseIdentifier(before.email) !== normaliseIdentifier(after.email) && before.isEmailVerified) {
    const facts = { to: before.email, values: { newEmail: maskEmail(after.email) } }
    await notify({ config, outbox: { enqueue: makeEnqueue(keys.seal) } }, tx, 'email-changed', id, facts)
  }
  const { passkeys, authenticators, recoveryCodes } = await deleteAllFactors(tx, id)
  const { sessions } = await endAccess(tx, id, 'password-reset')
  await clearAccount(tx, keys, limitedOf(after))
  const changes = (['email', 'isPhoneVerified'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))
  const detail = { name: nameOf(before), changes, sessions, passkeys, authenticators, recoveryCodes, by: 'gatehouse' }
  await recordAudit(tx, { event: 'users.access-reset', subjectId: id, detail })
  return {
    link: await makeResetLink(tx, config, id, LINK_MINUTES),
    sessions: sessions.length,
    passkeys,
    authenticators,
    recoveryCodes,
  }
}
