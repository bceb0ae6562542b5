import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** Variables that hold a secret. Each may name a file instead, under its name with `_FILE`. */
export const SECRETS = [
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'PARTNER_PORTAL_SECRET',
  'BACKUP_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AUDIT_STREAM_TOKEN',
] as const

/** The files that settings name: they hold the portal's own secrets and evidence. */
export const filesOfSettings = (env: Record<string, string | undefined>): string[] =>
  [...SECRETS.map((name) => `${name}_FILE`), 'AUDIT_ANCHOR_FILE', 'OUTBOUND_CA_FILE'].flatMap((name) => env[name] || [])

/**
 * The environment with the secrets that stand in files, and with the master key that a command gives.
 *
 * @param faults gets a sentence for each file that cannot be used; the result must then not be used
 */
export function readSecretFiles(
  env: Record<string, string | undefined>,
  faults: string[],
): Record<string, string | undefined> {
  const read: Record<string, string> = {}
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const file = env[variable]
    if (!file) continue
    if (env[name]) faults.push(`${name} and ${variable} must not both be set.`)
    read[name] = readSecretFile(file, variable, faults)
  }
  if (env.MASTER_KEY_COMMAND) {
    if (env.MASTER_KEY || env.MASTER_KEY_FILE) faults.push('MASTER_KEY and MASTER_KEY_COMMAND must not both be set.')
    else read.MASTER_KEY = readFromCommand(env.MASTER_KEY_COMMAND, env, faults)
  }
  return { ...env, ...read }
}

const COMMAND_MAX_MS = 10_000
const OUTPUT_MAX_BYTES = 1024
/** What commands have answered: asking a key service again for each reading of the settings would take long. */
const answered = new Map<string, string>()

/** Runs a program, without a shell, that prints the master key. Its words are separated by spaces. */
function readFromCommand(command: string, env: Record<string, string | undefined>, faults: string[]): string {
  const known = answered.get(command)
  if (known !== undefined) return known
  const [program = '', ...words] = command.trim().split(/ +/)
  const { status, error, stdout } = spawnSync(program, words, {
    ...{ timeout: COMMAND_MAX_MS, maxBuffer: OUTPUT_MAX_BYTES, killSignal: 'SIGKILL', encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // It needs the credentials of a key service, and none of our secrets.
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !(SECRETS as readonly string[]).includes(name))),
  })
  const key = stdout?.trimEnd() ?? ''
  if (error === undefined && status === 0 && key !== '') answered.set(command, key)
  else faults.push(`MASTER_KEY_COMMAND ${whyNot(error, status)}.`)
  return key
}

function whyNot(error: Error | undefined, status: number | null): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ETIMEDOUT') return `did not end within ${COMMAND_MAX_MS / 1000} seconds`
  if (code === 'ENOBUFS') return `printed more than ${OUTPUT_MAX_BYTES} bytes`
  if (code !== undefined) return `could not be started (${code})`
  return status === 0 ? 'printed nothing' : `ended with ${status ?? 'a signal'}`
}

/** Accessible to all users, or writable by a group. A group may read it: Kubernetes provides secrets in that way. */
export const LOOSE_MODE = 0o037

/** @param variable the name of what gave the file, for the faults */
export function readSecretFile(file: string, variable: string, faults: string[]): string {
  try {
    const stat = statSync(file)
    const isTight = (stat.mode & LOOSE_MODE) === 0
    const secret = stat.isFile() && isTight ? readFileSync(file, 'utf8').trimEnd() : ''
    if (secret !== '') return secret
    if (!stat.isFile()) faults.push(`${variable} names no file.`)
    else if (isTight) faults.push(`${variable} names an empty file.`)
    else faults.push(`${variable} can be read by everybody on this machine, or changed by others: chmod 600 it.`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    faults.push(isMissing ? `${variable} names a file that does not exist.` : `${variable} cannot be read.`)
  }
  return ''
}
