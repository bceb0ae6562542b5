import { type CommandConfig, ConfigError, settingsFaults } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { readKeyring } from '../../keyring/open-keyring.ts'
import type { Context } from '../command.ts'
import { checkAddress, checkProxy } from './check-address.ts'
import { checkCertificates } from './check-certificates.ts'
import { checkClock, checkDatabase, checkSchema, checkTimeZone } from './check-database.ts'
import { checkDecisions } from './check-decisions.ts'
import { checkDataKeys, checkDisk, checkMasterKey, checkSigningKeys, checkVersions } from './check-machine.ts'
import { checkGateways, checkMail } from './check-messages.ts'
import { checkPasskeys } from './check-passkeys.ts'
import { checkPasswords } from './check-passwords.ts'
import { checkSecurity } from './check-security.ts'
import { type Finding, fault, ok, type Patient, reasonOf } from './finding.ts'

const CHECKS: Record<string, (patient: Patient) => Promise<Finding[]>> = {
  address: checkAddress,
  certificates: checkCertificates,
  proxy: checkProxy,
  clock: checkClock,
  database: checkDatabase,
  migrations: checkSchema,
  decisions: checkDecisions,
  mail: checkMail,
  gateways: checkGateways,
  passkeys: checkPasskeys,
  passwords: checkPasswords,
  disk: checkDisk,
  'master key': checkMasterKey,
  'data keys': checkDataKeys,
  'signing keys': checkSigningKeys,
  'time zone': checkTimeZone,
  security: checkSecurity,
}

/**
 * Checks an installation from beside its servers; changes nothing and sends nothing.
 *
 * @param withNames false: the findings name no people and no records
 */
export async function examine(
  { config: read, db: open }: Pick<Context, 'config' | 'db'>,
  withNames = true,
): Promise<Finding[]> {
  const [config, ofSettings] = readSettings(read)
  const versions = checkVersions()
  if (config === null) return [...ofSettings, ...versions]
  const db = await open().catch((error: unknown) => reasonOf(error))
  if (typeof db === 'string') {
    const mend = 'Start the database, and let DATABASE_URL (or DATA_DIR) be as for the server.'
    return [...ofSettings, ...versions, fault('database', `It cannot be reached: ${db}`, mend)]
  }
  const patient: Patient = { config, db, keys: await rightKeys(config, db), withNames }
  const found = await Promise.all(Object.entries(CHECKS).map(([name, check]) => carryOut(name, check, patient)))
  return [...ofSettings, ...versions, ...found.flat()]
}

/** A check that fails must not hide the others. */
const carryOut = (name: string, check: (typeof CHECKS)[string], patient: Patient): Promise<Finding[]> =>
  check(patient).catch((error: unknown) => [
    fault(name, `It could not be checked: ${reasonOf(error)}`, 'Mend the other findings first, and check again.'),
  ])

function readSettings(read: () => CommandConfig): [CommandConfig | null, Finding[]] {
  const asFaults = (faults: string[]) => faults.map((sentence) => fault('settings', sentence, 'Change this setting.'))
  try {
    const config = read()
    const faults = asFaults(settingsFaults(config))
    return [config, faults.length > 0 ? faults : [ok('settings', `They are right for ${config.mode}.`)]]
  } catch (error) {
    if (error instanceof ConfigError) return [null, asFaults(error.faults)]
    throw error
  }
}

/** With a key of another database, no secret could be opened. */
function rightKeys({ masterKey, formerMasterKey }: CommandConfig, db: Db) {
  return masterKey === null ? null : readKeyring(db, { masterKey, formerMasterKey }).catch(() => null)
}
