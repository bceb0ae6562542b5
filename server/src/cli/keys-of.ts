import type { Keys } from '../crypto/keys.ts'
import { openKeyring, readKeyring } from '../keyring/open-keyring.ts'
import type { MasterKeys } from '../keyring/stored-keys.ts'
import type { Context } from './command.ts'

/** The keys of the database. @throws Error with a sentence for the operator when MASTER_KEY is missing or another one */
export async function keysOf(context: Pick<Context, 'config' | 'db'>): Promise<Keys> {
  const masterKeys = masterKeysOf(context)
  const db = await context.db()
  // The master key itself is changed by the next start of a server only.
  return (await readKeyring(db, masterKeys)) ?? openKeyring(db, masterKeys)
}

/** @throws Error with a sentence for the operator when MASTER_KEY is missing */
export function masterKeysOf({ config }: Pick<Context, 'config'>): MasterKeys {
  const { masterKey, formerMasterKey } = config()
  if (masterKey === null) throw new Error('Set MASTER_KEY as for the server: this command needs it.')
  return { masterKey, formerMasterKey }
}
