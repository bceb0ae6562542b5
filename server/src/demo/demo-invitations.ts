import { randomBytes } from 'node:crypto'
import { idAt, newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import type { ApplicationKey, ClientKey } from './demo-organisations.ts'
import { insertRows } from './insert-rows.ts'

const DAY_MS = 86_400_000
/** As the portal itself makes them valid. */
const VALID_DAYS = 7

type Gift = { application: ApplicationKey; client: ClientKey; role: string }

/** Three are open, and one has expired. */
const INVITATIONS: { email: string; daysAgo: number; gift?: Gift }[] = [
  {
    email: 'tara.sen@example.com',
    daysAgo: 9,
    gift: { application: 'eclaims', client: 'acme', role: 'Claims Executive' },
  },
  {
    email: 'joseph.dsouza@example.com',
    daysAgo: 3,
    gift: { application: 'eclaims', client: 'acme', role: 'Claims Executive' },
  },
  {
    email: 'lakshmi.iyer@example.com',
    daysAgo: 2,
    gift: { application: 'roadside', client: 'bharat', role: 'Supervisor' },
  },
  { email: 'arif.khan@example.com', daysAgo: 1 },
]

type Given = { applications: Map<string, string>; clients: Map<string, string>; admin: string; now: Date }

/** Nobody knows their links: sent again, they have one in the inbox of the demo. */
export async function insertInvitations(tx: Tx, { applications, clients, admin, now }: Given): Promise<void> {
  const rows = INVITATIONS.map(({ email, daysAgo, gift }) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    return {
      ...{ id: idAt(at), email, email_key: email, secret_hash: `\\x${randomBytes(32).toString('hex')}`, state: 'open' },
      ...{ application_id: gift ? applications.get(gift.application) : null, application_role: gift?.role ?? '' },
      ...{ client_id: gift ? clients.get(gift.client) : null, sent_by: admin, session_id: newId(), ip: '', sends: 1 },
      ...{ sent_at: at, created_at: at, expires_at: new Date(at.getTime() + VALID_DAYS * DAY_MS) },
    }
  })
  await insertRows(tx, 'invitations', rows)
}
