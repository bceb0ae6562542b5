import { deriveKeys, type Keys } from '../crypto/keys.ts'
import { isSameMasterKey } from '../setup/master-key.ts'
import type { Context } from './command.ts'

/** @throws Error with a sentence for the operator when MASTER_KEY is not the key of this database */
export async function keysOf({ config, db }: Pick<Context, 'config' | 'db'>): Promise<Keys> {
  const { masterKey } = config()
  if (masterKey === null) throw new Error('Set MASTER_KEY as for the server: this command needs it.')
  const keys = deriveKeys(masterKey)
  if ((await isSameMasterKey(await db(), keys.seal)) === false)
    throw new Error('The master key is not the one that this database was set up with.')
  return keys
}
