import { spawn } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../access/application-secret.ts'
import { newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { ROOT } from '../places.ts'
import { DEMO_APPLICATIONS } from './demo-organisations.ts'

const MAIN = join(ROOT, 'sample-app/src/main.ts')

/** The demo's approvals are those of its claims. */
const CLAIMS = DEMO_APPLICATIONS.find(({ key }) => key === 'eclaims')?.name

/** The settings of one application in the sample program; `clientId` is its OAuth client id. */
type Served = { name: string; clientId: string; clientSecret: string; port: number; hasClaims: boolean }

/**
 * Runs the sample application as a separate process that serves all applications of the demo, each with its own name,
 * secret and port, and registers their addresses. It ends with the server, however the server ends.
 */
export async function startSampleApp({ db, config, keys, log }: Deps): Promise<{ stop: () => void }> {
  const names = DEMO_APPLICATIONS.map(({ name }) => name)
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from applications where name = any(${names}::text[]) and deleted_at is null
    order by array_position(${names}::text[], name)`)
  // The first application has a configured port, so that its address stays the same.
  const served = rows.map(({ id, name }, index): Served => {
    return {
      name,
      clientId: id,
      clientSecret: newSecret(),
      port: index === 0 ? config.samplePort : 0,
      hasClaims: name === CLAIMS,
    }
  })
  const hashes = served.map(({ clientId, clientSecret }) =>
    applicationSecretHash(keys.applicationSecret, clientId, clientSecret).toString('hex'),
  )
  await db.execute(sql`
    update applications a set secret_expires_at = null, secret_hash = decode(s.hash, 'hex')
    from unnest(${served.map(({ clientId }) => clientId)}::uuid[], ${hashes}::text[]) as s (id, hash) where a.id = s.id`)
  if (served.length === 0) return { stop: () => undefined }

  const child = spawn(process.execPath, [MAIN], {
    env: { HOST: '127.0.0.1', PORTAL_URL: config.publicUrl.origin, APPLICATIONS: JSON.stringify(served) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const register = async (ports: Record<string, number>) => {
    const origins = Object.entries(ports).map(([id, port]) => ({ id, origin: `http://localhost:${port}` }))
    await db.execute(sql`
      update applications a set redirect_url = o.origin || '/sso/launch', allowed_url = o.origin,
        logout_uri = o.origin || '/signed-out', login_url = o.origin || '/login',
        redirect_uris = array[o.origin || '/callback'], backchannel_logout_uri = o.origin || '/backchannel-logout',
        -- It shows who acts, and changes nothing then.
        opens_while_acting = true
      from unnest(${origins.map(({ id }) => id)}::uuid[], ${origins.map(({ origin }) => origin)}::text[]) as o (id, origin)
      where a.id = o.id`)
  }
  child.once(
    'message',
    (message: { ports: Record<string, number> }) =>
      void register(message.ports).catch((error: unknown) => log.error({ err: error }, 'sample application')),
  )
  return { stop: () => void child.kill() }
}
