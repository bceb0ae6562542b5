import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { FOLLOW_PARENT, stopProcess } from '../product.ts'

const results = join(import.meta.dirname, '..', '..', 'test-results')

export type Running = { stop: () => Promise<void> }

/** Runs the source of a program with this Node and waits until it answers at its port. */
export async function runProgram(source: string, port: number, env: Record<string, string>): Promise<Running> {
  const { command, remove } = placeProgram(source)
  const { stop } = await runCommand(command, port, env).catch((cause) => {
    remove()
    throw cause
  })
  return { stop: () => stop().then(remove) }
}

/**
 * Runs the source of a program that ends by itself. Calls `onLine` with each line as it is written, and returns all
 * lines.
 */
export async function runToEnd(source: string, env: Record<string, string>, onLine: (line: string) => Promise<void>) {
  const { command, remove } = placeProgram(source)
  const [node = '', ...args] = command
  const running = spawn(node, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: running.stdout })) {
      lines.push(line)
      await onLine(line)
    }
    return lines
  } finally {
    await stopProcess(running)
    remove()
  }
}

/** Writes the program to a file below the project, where Node finds its packages. */
function placeProgram(source: string): { command: string[]; remove: () => void } {
  mkdirSync(results, { recursive: true })
  const folder = mkdtempSync(join(results, 'program-'))
  const file = join(folder, 'app.mjs')
  writeFileSync(file, source)
  return {
    command: [process.execPath, ...FOLLOW_PARENT, file],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs a command that reads its port from its environment, and waits until it answers there. */
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

/** Waits until a port answers, with any status. A busy machine takes long to start a program. */
export async function answers(port: number): Promise<void> {
  await expect(() => fetch(`http://localhost:${port}/`, { redirect: 'manual' })).toPass({
    timeout: 60_000,
    intervals: [50],
  })
}

/** Serves from within the test process. */
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
