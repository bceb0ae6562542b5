import { recordAudit } from '../audit/record-audit.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Command } from './command.ts'
import { findPerson, nameOf } from './find-person.ts'

/** Ends the sessions and tokens of a person at once. */
export const usersEndSessions: Command = {
  words: 'PERSON',
  help: 'End all sessions of a person, and what outlives them in applications',
  options: {},
  run: async ({ db: open, words, print, isJson }) => {
    const db = await open()
    const account = await findPerson(db, words)
    const { id } = account
    const sessions = await db.transaction(async (tx) => {
      const ended = await endAccess(tx, id, 'ended-by-administrator')
      const detail = { name: nameOf(account), sessions: ended.sessions, by: 'gatehouse' }
      if (ended.isAnything) await recordAudit(tx, { event: 'users.sessions-ended', subjectId: id, detail })
      return ended.sessions
    })
    await print(isJson ? JSON.stringify({ id, ended: sessions.length }) : `${sessions.length} sessions were ended.`)
    return 0
  },
}
