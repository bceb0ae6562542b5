import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { applicationSecretHash } from '../access/application-secret.ts'
import { newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { DEMO_APPLICATIONS } from './demo-people.ts'

const MAIN = join(import.meta.dirname, '../../../sample-app/src/main.ts')

/**
 * Runs the sample application beside the server, as a process of its own with a secret of its own, and registers the
 * address it listens on. It ends with the server, however that ends.
 */
export async function startSampleApp({ db, config, keys, log }: Deps): Promise<{ stop: () => void }> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from applications where name = ${DEMO_APPLICATIONS[0].name} and deleted_at is null`,
  )
  const id = rows[0]?.id
  if (id === undefined) return { stop: () => undefined }
  const secret = newSecret()
  await db.execute(
    sql`update applications set secret_hash = ${applicationSecretHash(keys.applicationSecret, id, secret)} where id = ${id}`,
  )

  let child: ChildProcess
  let isStopped = false
  const start = (port: number) => {
    child = spawn(process.execPath, [MAIN], {
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        PORTAL_URL: config.publicUrl.origin,
        CLIENT_ID: id,
        CLIENT_SECRET: secret,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once(
      'message',
      (message: { port: number }) =>
        void register(message.port).catch((error: unknown) => log.error({ err: error }, 'sample application')),
    )
    child.once('exit', (code) => {
      // Its port is taken: any free one will do, since its address is registered anew.
      if (!isStopped && code !== 0 && port !== 0) start(0)
    })
  }
  const register = async (port: number) => {
    const origin = `http://localhost:${port}`
    await db.execute(sql`
      update applications set redirect_url = ${`${origin}/sso/launch`}, allowed_url = ${origin},
        logout_uri = ${`${origin}/signed-out`}, login_url = ${`${origin}/login`},
        redirect_uris = ${[`${origin}/callback`]}::text[], backchannel_logout_uri = ${`${origin}/backchannel-logout`}
      where id = ${id}`)
  }
  start(config.samplePort)
  return {
    stop: () => {
      isStopped = true
      child.kill()
    },
  }
}
