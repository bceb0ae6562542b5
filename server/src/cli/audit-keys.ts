import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Context } from './command.ts'
import { keysOf } from './keys-of.ts'

/** The key with which seals are checked; `null` without the master key. */
export async function sealKeyOf(context: Pick<Context, 'config' | 'db'>): Promise<KeyObject | null> {
  if (context.config().masterKey === null) return null
  return createPublicKey((await keysOf(context)).auditSeals)
}
