import { ROTATION_HOURS } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import type { Tx } from '../db/database.ts'
import { newWebhookSecret } from './signature.ts'

/** The sealed secrets of a row of `webhooks`; `null`: there is none, or it no longer signs. */
export type SealedSecrets = { sealed: Buffer | null; sealedPrevious: Buffer | null }

type Column = 'sealed_secret' | 'sealed_previous_secret'

/** Bound to its row and column, so that it cannot be unsealed in another place (requirement P16). */
const place = (column: Column, id: string) => `webhooks|${column}|${id}`

/** The signing secrets, the newest first. */
export async function openSecrets(
  keys: DataKeys,
  id: string,
  { sealed, sealedPrevious }: SealedSecrets,
): Promise<string[]> {
  const open = async (column: Column, value: Buffer | null) =>
    value === null ? [] : [await unseal(keys, place(column, id), value)]
  return [...(await open('sealed_secret', sealed)), ...(await open('sealed_previous_secret', sealedPrevious))]
}

/**
 * Gives a webhook a new secret; the former one signs beside it for a day.
 *
 * @returns the name of the webhook and the secret, which cannot be read again; `null`: there is no such webhook
 */
export async function rotateSecret(
  tx: Tx,
  keys: DataKeys,
  id: string,
): Promise<{ name: string; secret: string } | null> {
  const { rows } = await tx.execute<{ name: string } & SealedSecrets>(sql`
    select name, sealed_secret as sealed, null as "sealedPrevious" from webhooks
    where id = ${id} and deleted_at is null for update`)
  const [webhook] = rows
  if (webhook === undefined) return null
  const secret = newWebhookSecret()
  const [former] = await openSecrets(keys, id, webhook)
  const previous = former === undefined ? null : seal(keys, place('sealed_previous_secret', id), former)
  await tx.execute(sql`
    update webhooks set sealed_secret = ${seal(keys, place('sealed_secret', id), secret)},
      sealed_previous_secret = ${previous},
      previous_until = case when ${previous !== null} then now() + make_interval(hours => ${ROTATION_HOURS}) end
    where id = ${id}`)
  return { name: webhook.name, secret }
}
