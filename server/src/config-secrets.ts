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

/**
 * The environment with the secrets that stand in files.
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
  return { ...env, ...read }
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
