import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { findOwners } from '../notifications/find-owners.ts'
import { type Notifier, notify } from '../notifications/notify.ts'

/** New pages in the words of a message. */
const NAMED_MAX = 3

type Added = { applicationId: string; names: readonly string[]; publisherId: string | null }

/** Notifies the owners of an application of its new pages, which nobody sees until a role has them. Whoever published them knows. */
export async function notifyOfNewPages(deps: Notifier, tx: Tx, { applicationId, names, publisherId }: Added) {
  const owners = (await findOwners(tx, applicationId)).filter(({ id }) => id !== publisherId)
  if (owners.length === 0) return
  const { rows } = await tx.execute<{ name: string }>(sql`select name from applications where id = ${applicationId}`)
  const named = names.slice(0, NAMED_MAX).join(', ')
  for (const { id } of owners)
    await notify(deps, tx, 'pages-added', id, {
      scope: { applicationId, clientId: null },
      values: {
        application: rows[0]?.name ?? '',
        ...{ applicationId, count: names.length },
        pages: names.length > NAMED_MAX ? `${named} …` : named,
      },
    })
}
