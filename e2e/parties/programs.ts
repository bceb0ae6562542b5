import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { FOLLOW_PARENT, stopProcess } from '../product.ts'

const results = join(import.meta.dirname, '..', '..', 'test-results')

export type Running = { stop: () => Promise<void> }

/** Runs the text of a program under this Node, until it answers at its port. */
export async function runProgram(source: string, port: number, env: Record<string, string>): Promise<Running> {
  mkdirSync(results, { recursive: true })
  // Below the project, where its packages are found.
  const folder = mkdtempSync(join(results, 'program-'))
  const file = join(folder, 'app.mjs')
  writeFileSync(file, source)
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  const { stop } = await runCommand([process.execPath, ...FOLLOW_PARENT, file], port, env).catch(async (cause) => {
    await remove()
    throw cause
  })
  return { stop: () => stop().then(remove) }
}

/** Runs a command that learns its port from its environment, until it answers there. */
export async function runCommand(
  [program = '', ...args]: string[],
  port: number,
  env: Record<string, string>,
): Promise<Running> {
  const running = spawn(program, args, {
    env: { ...process.env, ...env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => stopProcess(running)
  await answers(port).catch(async (cause) => {
    await stop()
    throw cause
  })
  return { stop }
}

/** Until somebody answers at a port, whatever it is. */
export async function answers(port: number): Promise<void> {
  await expect(() => fetch(`http://localhost:${port}/`, { redirect: 'manual' })).toPass({
    timeout: 10_000,
    intervals: [50],
  })
}

/** Serves from within the test. */
export async function serve(listener: RequestListener, port: number): Promise<Running> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
