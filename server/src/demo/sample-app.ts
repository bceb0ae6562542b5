import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../access/application-secret.ts'
import { newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { DEMO_APPLICATIONS } from './demo-people.ts'

const MAIN = join(import.meta.dirname, '../../../sample-app/src/main.ts')

/** The settings of one application in the sample program; `clientId` is its OAuth client id. */
type Served = { name: string; clientId: string; clientSecret: string; port: number }

/**
 * Runs the sample application as a separate process that serves all applications of the demo, each with its own name,
 * secret and port, and registers their addresses. It ends with the server, however the server ends.
 */
export async function startSampleApp({ db, config, keys, log }: Deps): Promise<{ stop: () => void }> {
  const served: Served[] = []
  for (const { name } of DEMO_APPLICATIONS) {
    const clientSecret = newSecret()
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from applications where name = ${name} and deleted_at is null`,
    )
    const clientId = rows[0]?.id
    if (clientId === undefined) continue
    await db.execute(sql`
      update applications set secret_expires_at = null,
        secret_hash = ${applicationSecretHash(keys.applicationSecret, clientId, clientSecret)}
      where id = ${clientId}`)
    // The first application has a configured port, so that its address stays the same.
    served.push({ name, clientId, clientSecret, port: served.length === 0 ? config.samplePort : 0 })
  }
  if (served.length === 0) return { stop: () => undefined }

  let child: ChildProcess
  let isStopped = false
  const start = (applications: Served[]) => {
    child = spawn(process.execPath, [MAIN], {
      env: { HOST: '127.0.0.1', PORTAL_URL: config.publicUrl.origin, APPLICATIONS: JSON.stringify(applications) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once(
      'message',
      (message: { ports: Record<string, number> }) =>
        void register(message.ports).catch((error: unknown) => log.error({ err: error }, 'sample application')),
    )
    child.once('exit', (code) => {
      // The port is taken: use any free one, since the address is registered again.
      if (!isStopped && code !== 0 && applications.some(({ port }) => port !== 0))
        start(applications.map((one) => ({ ...one, port: 0 })))
    })
  }
  const register = async (ports: Record<string, number>) => {
    for (const [id, port] of Object.entries(ports)) {
      const origin = `http://localhost:${port}`
      await db.execute(sql`
        update applications set redirect_url = ${`${origin}/sso/launch`}, allowed_url = ${origin},
          logout_uri = ${`${origin}/signed-out`}, login_url = ${`${origin}/login`},
          redirect_uris = ${[`${origin}/callback`]}::text[], backchannel_logout_uri = ${`${origin}/backchannel-logout`}
        where id = ${id}`)
    }
  }
  start(served)
  return {
    stop: () => {
      isStopped = true
      child.kill()
    },
  }
}
