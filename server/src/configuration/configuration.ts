import { randomBytes } from 'node:crypto'
import type { CommandConfig } from '../config.ts'
import { deriveKeys, type Keys } from '../crypto/keys.ts'
import { asKey, oneDataKey } from '../crypto/seal.ts'
import type { Db, Tx } from '../db/database.ts'
import { openKeyring } from '../keyring/open-keyring.ts'
import { makeTemplatePool } from '../notifications/template-pool.ts'
import { applyFile } from './apply-file.ts'
import type { RecordChange } from './differences.ts'
import { exportFile } from './export-file.ts'
import type { FileKind } from './kind.ts'
import { fileKinds } from './kinds.ts'
import { readFile } from './read-file.ts'
import { secretsOf } from './secrets-of-file.ts'

export { describe } from './describe.ts'

/** The whole configuration as YAML. `begin` makes the transaction see one state. */
export async function exportConfiguration(
  db: Db,
  config: CommandConfig,
  begin: (tx: Tx) => Promise<void>,
): Promise<string> {
  // Nothing is sealed or opened, so the keys do not matter.
  const keys = { ...deriveKeys(randomBytes(32)), seal: oneDataKey(asKey(randomBytes(32))) }
  return withKinds(config, keys, (kinds) =>
    db.transaction(async (tx) => {
      await begin(tx)
      return exportFile(tx, kinds)
    }),
  )
}

async function withKinds<T>(
  { outboundAllow, timeZone }: CommandConfig,
  keys: Keys,
  work: (kinds: FileKind[]) => Promise<T>,
): Promise<T> {
  const templates = makeTemplatePool()
  try {
    return await work(fileKinds({ config: { outboundAllow, timeZone }, keys, templates }))
  } finally {
    await templates.close()
  }
}

/**
 * Makes the portal as a file says, or only tells what would change.
 *
 * @throws FaultyFile with everything that is wrong; Error when the master key is missing or another one
 */
export async function applyConfiguration(
  db: Db,
  { masterKey, ...config }: CommandConfig,
  file: { text: string; name: string },
  way: { isDry: boolean; isDelete: boolean },
): Promise<RecordChange[]> {
  if (masterKey === null) throw new Error('Set MASTER_KEY as for the server.')
  const keys = await openKeyring(db, { ...config, masterKey })
  return withKinds({ ...config, masterKey }, keys, (kinds) => {
    const wanted = readFile(file.text, file.name, kinds)
    const secrets = secretsOf(wanted, config.dataDir)
    return applyFile(db, kinds, wanted, { ...way, secrets, sealKeys: keys.seal, timeZone: config.timeZone })
  })
}
