import { readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { KEY_FILE } from '../../config-key.ts'
import { LOOSE_MODE } from '../../config-secrets.ts'
import { deriveKeys } from '../../crypto/keys.ts'
import { ROTATION_DAYS } from '../../oidc/signing-keys.ts'
import { isSameMasterKey } from '../../setup/master-key.ts'
import { type Finding, fault, ok, type Patient, warning } from './finding.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const NODE_LEAST = 20
const MIB = 1024 * 1024
const DISK_FAULT_MIB = 256
const DISK_WARNING_MIB = 2048
/** A little later than a server renews it. */
const LATE_DAYS = 1

/** The space that is left for the embedded database, which stops when there is none. */
export async function checkDisk({ config: { dataDir, databaseUrl } }: Patient): Promise<Finding[]> {
  const space = await statfs(dataDir).catch(() => null)
  if (space === null || databaseUrl !== null) return [ok('disk', 'The data folder is not used: see DATABASE_URL.')]
  const free = Math.floor((space.bavail * space.bsize) / MIB)
  const seen = `${free} MiB are free in ${dataDir}.`
  const mend = 'Make room on this disk, or move DATA_DIR to a larger one while the server is stopped.'
  if (free < DISK_FAULT_MIB) return [fault('disk', seen, mend)]
  return [free < DISK_WARNING_MIB ? warning('disk', seen, mend) : ok('disk', seen)]
}

export async function checkMasterKey({ config: { masterKey, dataDir, databaseUrl }, db }: Patient): Promise<Finding[]> {
  if (masterKey === null)
    return [warning('master key', 'It is not given here, and was not checked.', 'Set MASTER_KEY as for the server.')]
  const isSame = await isSameMasterKey(db, deriveKeys(masterKey).seal)
  const file = join(dataDir, KEY_FILE)
  const mode = databaseUrl === null ? modeOf(file) : null
  return [
    isSame === false
      ? fault(
          'master key',
          'It is not the one that this database was set up with.',
          'Set MASTER_KEY to the key of this database: with another one nobody can sign in.',
        )
      : ok('master key', isSame ? 'It is that of the database.' : 'The database was not used with any key yet.'),
    ...(mode !== null && (mode & LOOSE_MODE) !== 0
      ? [fault('master key', `Others on this machine can read ${file}.`, `Run "chmod 600 ${file}".`)]
      : []),
  ]
}

function modeOf(file: string): number | null {
  try {
    return statSync(file).mode
  } catch {
    return null
  }
}

/** Whether the servers renew the keys that sign tokens. */
export async function checkSigningKeys({ db }: Patient): Promise<Finding[]> {
  const { rows } = await db.execute<{ alg: string; days: number }>(sql`
    select alg, floor(extract(epoch from now() - max(created_at)) / 86400)::int as days
    from signing_keys where retired_at is null group by alg order by alg`)
  if (rows.length === 0) return [ok('signing keys', 'None yet: they are made when the first application needs them.')]
  return rows.map(({ alg, days }) =>
    days > ROTATION_DAYS + LATE_DAYS
      ? warning(
          'signing keys',
          `The newest ${alg} key is ${days} days old.`,
          'Run "gatehouse keys rotate", and look in the log of the servers for why they did not renew it.',
        )
      : ok('signing keys', `The newest ${alg} key is ${days} days old.`),
  )
}

export const productVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

export function checkVersions(): Finding[] {
  const seen = `Gatehouse ${productVersion()} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`
  return Number.parseInt(process.versions.node, 10) < NODE_LEAST
    ? [fault('versions', seen, `Install Node ${NODE_LEAST} or later.`)]
    : [ok('versions', seen)]
}
