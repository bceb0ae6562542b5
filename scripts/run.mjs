import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const IMPATIENT_AFTER_MS = 3_000

/** For Node: ends the process when this process has ended, even by SIGKILL. */
export const FOLLOW_PARENT = ['--import', new URL('follow-parent.mjs', import.meta.url).href]
/**
 * For spawn: Ctrl-C signals a whole process group. In its own group, a child gets the signal only from us, and only
 * once.
 */
export const OWN_GROUP = { detached: process.platform !== 'win32' }

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

/** Runs a program under `node` on our own terminal. Resolves to its exit code, 128 + n after signal n. */
export async function runAloud(node, args, options = {}) {
  const code = await exitCode(spawn(node, [...FOLLOW_PARENT, ...args], { ...options, stdio: 'inherit', ...OWN_GROUP }))
  if (isStopping && code !== 0) process.exit(code)
  return code
}

/**
 * Waits for a child, forwards the signals that we receive, and resolves to its exit code. One stop often arrives as
 * several signals (from a terminal, from npm, from npm's end): the child gets the first, and another one only if it
 * comes later, from an impatient person.
 */
export async function exitCode(child) {
  let forwardedAt = Number.NEGATIVE_INFINITY
  const forward = (signal) => {
    isStopping = true
    if (performance.now() - forwardedAt < IMPATIENT_AFTER_MS) return
    forwardedAt = performance.now()
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
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

/** A failure whose message needs no stack trace. */
export function failure(message) {
  return Object.assign(new Error(message), { expected: true })
}
