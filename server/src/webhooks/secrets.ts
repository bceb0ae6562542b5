import { type KeptSecret, ROTATION_HOURS } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { type DataKeys, seal, unseal } from '../crypto/seal.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
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

/** Who makes a secret, of which version of the webhook, and which of two secrets that sign is kept beside it. */
type Wish = { by: string | null; version?: number | undefined; keeps?: KeptSecret | undefined }

type Webhook = { name: string; version: number; until: Date | null } & SealedSecrets

/**
 * Gives a webhook a new secret; a former one signs beside it for a day. It is a change of the webhook: a form that was opened before is
 * refused.
 *
 * @returns the name of the webhook and the secret, which cannot be read again
 * @throws AppError not_found; changed_meanwhile when `version` is given and out of date; two_secrets_sign without `keeps`: the receiver may
 *   have either, and only one can be kept
 */
export async function rotateSecret(
  tx: Tx,
  keys: DataKeys,
  id: string,
  { by, version, keeps }: Wish,
): Promise<{ name: string; secret: string }> {
  const { rows } = await tx.execute<Webhook>(sql`
    select name, version, sealed_secret as sealed, case when previous_until > now() then sealed_previous_secret end as "sealedPrevious",
      case when previous_until > now() then previous_until end as until
    from webhooks where id = ${id} and deleted_at is null for update`)
  const [webhook] = rows
  if (webhook === undefined) throw new AppError('not_found')
  const data = { version: webhook.version, previousSecretUntil: webhook.until?.toISOString() ?? null }
  if (version !== undefined && version !== webhook.version) throw new AppError('changed_meanwhile', { data })
  const [current, former] = await openSecrets(keys, id, webhook)
  if (former !== undefined && keeps === undefined) throw new AppError('two_secrets_sign', { data })
  const kept = keeps === 'former' ? (former ?? current) : current
  const previous = kept === undefined ? null : seal(keys, place('sealed_previous_secret', id), kept)
  const secret = newWebhookSecret()
  await tx.execute(sql`
    update webhooks set sealed_secret = ${seal(keys, place('sealed_secret', id), secret)},
      sealed_previous_secret = ${previous},
      previous_until = case when ${previous !== null} then now() + make_interval(hours => ${ROTATION_HOURS}) end,
      version = version + 1, updated_at = now(), updated_by = ${by}
    where id = ${id}`)
  return { name: webhook.name, secret }
}
