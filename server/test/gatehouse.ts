import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import { SERVER_COMMAND, SERVER_ENVIRONMENT } from '../../scripts/server-process.mjs'
import type { TestServer } from './server.ts'

/** Starts the command as an operator does, in a process of its own. */
export const startGatehouse = (args: string[], env: Record<string, string>, cwd?: string) =>
  spawn(process.execPath, [SERVER_COMMAND, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, ...SERVER_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The same, to its end. */
export async function runGatehouse(args: string[], env: Record<string, string>, cwd?: string) {
  const child = startGatehouse(args, env, cwd)
  const out: Buffer[] = []
  let err = ''
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const [code] = await once(child, 'close')
  const bytes = Buffer.concat(out)
  return { code: code as number, out: bytes.toString('utf8'), bytes, err }
}

/** The environment in which the command works beside a server. */
export function environmentOf({ db, config }: TestServer, dataDir: string): Record<string, string> {
  const { host, port, user } = inject('postgres')
  const { database } = db.pool.options
  return {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    MASTER_KEY: config.masterKey.toString('base64'),
    DATA_DIR: dataDir,
  }
}
