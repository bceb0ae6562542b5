import { applicationSecretHash } from '@gatehouse/server/src/access/application-secret.ts'
import { newId } from '@gatehouse/server/src/crypto/ids.ts'
import type { Keys } from '@gatehouse/server/src/crypto/keys.ts'
import { newSecret } from '@gatehouse/server/src/crypto/secrets.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { hashPassword } from '@gatehouse/server/src/identity/passwords.ts'
import { insertUser } from '@gatehouse/server/src/identity/users.ts'
import sql from 'sql-template-tag'

const REDIRECT_URI = 'https://application.example.com/callback'
const PASSWORD = 'Kestrel#Orbit42*Lamp'

export type Application = { id: string; secret: string; redirectUri: string }
export type Person = { email: string; password: string }

/** An application that may get tokens in every measured way, and people who may open it. */
export async function makeSubjects(db: Db, keys: Keys, count: number) {
  const application: Application = { id: newId(), secret: newSecret(), redirectUri: REDIRECT_URI }
  const clientId = newId()
  // A database may have those of a former run.
  const run = clientId.slice(-12)
  const passwordHash = await hashPassword(keys, PASSWORD)
  const people = Array.from({ length: count }, (_, index) => ({
    email: `p${index}.${run}@example.com`,
    password: PASSWORD,
  }))
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into applications (id, name, redirect_url, oauth_grants, secret_hash)
      values (${application.id}, ${`Measured ${run}`}, ${REDIRECT_URI},
        '{authorization_code,refresh_token,client_credentials}',
        ${applicationSecretHash(keys.applicationSecret, application.id, application.secret)})`)
    await tx.execute(
      sql`insert into clients (id, actual_name, display_name) values (${clientId}, ${`Measured ${run}`}, ${`Measured ${run}`})`,
    )
    for (const { email } of people) {
      const id = newId()
      const names = { firstName: 'Asha', lastName: 'Rao', phoneNumber: '', userName: null }
      await insertUser(tx, { id, email, ...names, passwordHash, roleId: null, isEmailVerified: true })
      await tx.execute(sql`
        insert into assignments (id, user_id, application_id, client_id, role)
        values (${newId()}, ${id}, ${application.id}, ${clientId}, 'Manager')`)
    }
  })
  return { application, people }
}
