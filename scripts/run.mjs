import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

let isStopping = false

/** Runs a command to its end and keeps what it prints. */
export async function runQuietly(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await exitCode(child)
  if (isStopping && code !== 0) process.exit(code)
  return { code, output }
}

/** Runs a command to its end on our own terminal. Resolves to its exit code, 128 + n after signal n. */
export async function runAloud(command, args, options = {}) {
  const code = await exitCode(spawn(command, args, { ...options, stdio: 'inherit' }))
  if (isStopping && code !== 0) process.exit(code)
  return code
}

/** Waits for a child, handing it the signals we receive, and resolves to its exit code. */
export async function exitCode(child) {
  const forward = (signal) => {
    isStopping = true
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
    })
  } finally {
    for (const signal of SIGNALS) process.off(signal, forward)
  }
}

/** Runs the body of a script; its failure is one plain message and exit code 1. */
export async function script(main) {
  try {
    // Only under npm: a script started by hand may outlive its shell.
    if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs')
    process.exitCode = await main()
  } catch (error) {
    console.error(error.expected ? error.message : error)
    process.exitCode = 1
  }
}

/** A failure whose message says everything its reader needs. */
export function failure(message) {
  return Object.assign(new Error(message), { expected: true })
}
