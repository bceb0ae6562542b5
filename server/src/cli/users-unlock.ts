import { recordAudit } from '../audit/record-audit.ts'
import { clearAccount, readReached } from '../counting/clear-account.ts'
import type { Command } from './command.ts'
import { findPerson, limitedOf, nameOf } from './find-person.ts'
import { keysOf } from './keys-of.ts'

/** Clears the counts of attempts of an account, so that its person can sign in at once. */
export const usersUnlock: Command = {
  words: 'PERSON',
  help: 'Let a person sign in at once who made too many attempts; limits of addresses and browsers stay',
  options: {},
  run: async (context) => {
    const { words, print, isJson } = context
    const db = await context.db()
    const [account, keys] = await Promise.all([findPerson(db, words), keysOf(context)])
    const limited = limitedOf(account)
    const limits = await db.transaction(async (tx) => {
      const reached = await readReached(tx, keys, limited)
      await clearAccount(tx, keys, limited)
      await recordAudit(tx, {
        event: 'users.limits-cleared',
        subjectId: account.id,
        detail: { name: nameOf(account), limits: reached, by: 'gatehouse' },
      })
      return reached
    })
    await print(isJson ? JSON.stringify({ id: account.id, limits }) : wordsOf(limits, account.isActive))
    return 0
  },
}

const wordsOf = (limits: string[], isActive: boolean) =>
  [
    limits.length === 0 ? 'No limit was reached; all counts are cleared.' : `Cleared: ${limits.join(', ')}.`,
    ...(isActive ? [] : ['The account is inactive: an administrator activates it in the console.']),
  ].join('\n')
