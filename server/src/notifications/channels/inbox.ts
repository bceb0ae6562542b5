import { type Db, prepared } from '../../db/database.ts'
import type { OwnSenders } from './senders.ts'

/** For development: stores mail instead of sending it, for /dev/inbox. */
export function inboxChannel(db: Db): OwnSenders['email'] {
  return async ({ to, subject, text, html }, id) => {
    await db.execute(
      prepared('keep-in-inbox')`
      insert into inbox (id, channel, "to", subject, text, html) values (${id}, 'email', ${to}, ${subject}, ${text}, ${html})
      on conflict do nothing`,
    )
    return 'kept in the inbox'
  }
}
