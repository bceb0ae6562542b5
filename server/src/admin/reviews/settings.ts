import type { ReviewSettings, saveReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import type { Executor, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../engine/changes.ts'
import type { By } from '../engine/store.ts'
import { requireAssigner } from './require-assigner.ts'

/** The row of `installation`; `access/note-review-cause.ts` reads it too. */
const KEY = 'reviews'

/** What is stored: the owner with the session and address from which the settings were saved. */
export type Stored = Omit<ReviewSettings, 'reviewers' | 'owner' | 'refused'> & {
  reviewerIds: string[]
  userId: string
  sessionId: string
  ip: string
}

export async function readStored(on: Executor): Promise<Stored | null> {
  const { rows } = await on.execute<{ value: Stored }>(sql`
    select jsonb_build_object('version', 1) || value as value from installation where key = ${KEY}`)
  return rows[0]?.value ?? null
}

export async function readSettings(on: Executor): Promise<ReviewSettings> {
  const stored = await readStored(on)
  if (stored === null)
    return {
      ...{ onRoleChange: false, onClientChange: false, dueDays: 14, silence: 'keep' },
      ...{ reviewers: [], owner: null, refused: null, version: 0 },
    }
  const { onRoleChange, onClientChange, dueDays, silence, reviewerIds, userId, version } = stored
  const { rows } = await on.execute<Pick<ReviewSettings, 'reviewers' | 'owner' | 'refused'>>(sql`
    select coalesce((select json_agg(json_build_object('_id', u.id, 'name', ${raw(fullNameIn('u'))})
        order by lower(${raw(fullNameIn('u'))})) from users u
        where u.id = any(${reviewerIds}::uuid[]) and u.deleted_at is null), '[]') as reviewers,
      json_build_object('_id', ${userId}::uuid, 'name', ${raw(nameOfActor('saver.id'))}) as owner,
      (select json_build_object('count', count(*), 'reason', (array_agg(refusal order by refused_at desc))[1])
        from access_review_causes where refused_at is not null having count(*) > 0) as refused
    from (select ${userId}::uuid as id) saver`)
  const [people] = rows
  return {
    onRoleChange,
    onClientChange,
    dueDays,
    silence,
    version,
    reviewers: people?.reviewers ?? [],
    owner: people?.owner ?? null,
    refused: people?.refused ?? null,
  }
}

/** @throws AppError not_allowed; invalid_request without a reviewer; changed_meanwhile when `version` is given and out of date */
export async function saveSettings(
  tx: Tx,
  by: By,
  { version, ...settings }: Input<typeof saveReviewSettings>,
): Promise<void> {
  requireAssigner(by.person)
  const isOn = settings.onRoleChange || settings.onClientChange
  if (isOn && settings.reviewerIds.length === 0)
    throw new AppError('invalid_request', { msg: 'Choose at least one reviewer' })
  // Also the first two who save follow each other, when there is no row to lock.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`installation ${KEY}`}, 0))`)
  const before = await readStored(tx)
  const present = before?.version ?? 0
  if (version !== undefined && version !== present) throw await changedMeanwhile(tx, before)
  const { userId, sessionId } = by.person
  const value = JSON.stringify({ ...settings, userId, sessionId, ip: by.ip, version: present + 1 })
  await tx.execute(sql`
    insert into installation (key, value) values (${KEY}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value`)
  await tryAgain(tx, settings)
  const fields = ['onRoleChange', 'onClientChange', 'dueDays', 'silence', 'reviewerIds'] as const
  await auditBy(tx, by, 'reviews.settings-changed', userId, {
    name: 'reviews',
    changes: fields.flatMap((field) => {
      const [was, is] = [before?.[field] ?? null, settings[field]]
      return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
    }),
  })
}

async function changedMeanwhile(tx: Tx, before: Stored | null): Promise<AppError> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${raw(nameOfActor('saver.id'))} as name from (select ${before?.userId ?? null}::uuid as id) saver`)
  return new AppError('changed_meanwhile', { data: { changedBy: rows[0]?.name ?? '' } })
}

/** Reviews that could not start do so by the new settings, or not at all where these do not want them any more. */
async function tryAgain(
  tx: Tx,
  { onRoleChange, onClientChange }: Pick<ReviewSettings, 'onRoleChange' | 'onClientChange'>,
): Promise<void> {
  await tx.execute(sql`
    delete from access_review_causes where not case cause when 'role-changed' then ${onRoleChange}::boolean else ${onClientChange}::boolean end`)
  await tx.execute(sql`update access_review_causes set refused_at = null where refused_at is not null`)
}
