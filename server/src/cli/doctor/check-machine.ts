import { readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { KEY_FILE } from '../../config-key.ts'
import { LOOSE_MODE } from '../../config-secrets.ts'
import { listStoredKeys } from '../../keyring/list-keys.ts'
import { judgeMasterKey } from '../../keyring/open-keyring.ts'
import { ROTATION_DAYS } from '../../keyring/signing-keys.ts'
import { ROOT } from '../../places.ts'
import { type Finding, fault, ok, type Patient, warning } from './finding.ts'

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

export async function checkMasterKey({ config, db }: Patient): Promise<Finding[]> {
  const { masterKey, formerMasterKey, dataDir, databaseUrl } = config
  if (masterKey === null)
    return [warning('master key', 'It is not given here, and was not checked.', 'Set MASTER_KEY as for the server.')]
  const file = join(dataDir, KEY_FILE)
  const mode = databaseUrl === null ? modeOf(file) : null
  return [
    ofMasterKey(await judgeMasterKey(db, { masterKey, formerMasterKey }), formerMasterKey !== null),
    ...(mode !== null && (mode & LOOSE_MODE) !== 0
      ? [fault('master key', `Others on this machine can read ${file}.`, `Run "chmod 600 ${file}".`)]
      : []),
  ]
}

function ofMasterKey(judged: Awaited<ReturnType<typeof judgeMasterKey>>, hasFormer: boolean): Finding {
  const check = 'master key'
  switch (judged) {
    case 'unused':
      return ok(check, 'The database was not used with any key yet.')
    case 'other':
      return fault(
        check,
        'It is not that of the database.',
        'Set MASTER_KEY to the key of this database: with another one no server starts.',
      )
    case 'former':
      return warning(
        check,
        'Only MASTER_KEY_PREVIOUS is that of the database.',
        'Restart the servers with both: the first one wraps all keys with the new one.',
      )
    case 'same':
      if (!hasFormer) return ok(check, 'It is that of the database.')
      return warning(
        check,
        'It is that of the database, which does not need MASTER_KEY_PREVIOUS any more.',
        'Remove MASTER_KEY_PREVIOUS when all servers have the new MASTER_KEY.',
      )
  }
}

/** The key that seals secrets, and whether all of them are sealed with it. */
export async function checkDataKeys({ db }: Patient): Promise<Finding[]> {
  const check = 'data keys'
  const [newest] = (await listStoredKeys(db)).filter(({ use }) => use === 'data')
  if (newest === undefined) return [ok(check, 'None yet: a server makes the first one.')]
  const { form, version, ageDays, resealedAt, resealed, total, unreadable } = newest
  if (form === 1)
    return [
      warning(
        check,
        'Secrets are sealed with a key that derives from the first master key.',
        'When all servers have this release, run "gatehouse keys rotate --data".',
      ),
    ]
  if (unreadable > 0)
    return [
      fault(
        check,
        `${unreadable} sealed values cannot be opened with any key.`,
        'Look for "a sealed value cannot be opened" in the log of the servers, and enter these secrets again.',
      ),
    ]
  if (resealedAt !== null) return [ok(check, `Key ${version} is ${ageDays} days old, and seals all secrets.`)]
  const seen = `${resealed} of ${total ?? 'the'} values are sealed again with key ${version}.`
  return ageDays > 0
    ? [warning(check, seen, 'Look for "sealing again was interrupted" in the log of the servers.')]
    : [ok(check, seen)]
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
