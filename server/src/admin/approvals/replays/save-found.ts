import type { NotReplayed } from '@gatehouse/contract/admin/approvals/replays.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { ClaimedJob } from '../../jobs/job-table.ts'
import type { Judged, LoggedDecision } from './judge-again.ts'
import type { Compared } from './read-compared.ts'

/** A logged decision with its answers by both matrices, or the reason for which it has none. */
export type Looked = {
  logged: LoggedDecision
  reason: NotReplayed | null
  judged: { after: Judged; now: Judged } | null
}
export type Found = Looked & {
  isUnapprovable: boolean
  /** Whether it differs. */
  isListed: boolean
}

type Batch = Pick<Compared, 'last' | 'listed'> & {
  job: ClaimedJob
  found: readonly Found[]
  /** How many more changed decisions are stored. */
  room: number
  leaseSeconds: number
}

/** Adds the figures and the changed decisions of a batch, once. @returns false if another server has added them */
export async function saveFound(tx: Tx, { job, last, found, listed, room, leaseSeconds }: Batch): Promise<boolean> {
  const count = (is: (one: Found) => boolean) => found.filter(is).length
  const to = ({ logged, judged }: Found) => (judged === null ? logged.isAllowed : judged.after.decision.isAllowed)
  const isChanged = (one: Found) => to(one) !== one.logged.isAllowed
  const { at, id } = (found.at(-1) as Found).logged
  const { rowCount } = await tx.execute(sql`
    update approval_replays set last_at = ${at}::timestamptz, last_id = ${id},
      replayed = replayed + ${count(({ judged }) => judged !== null)},
      allow_to_deny = allow_to_deny + ${count((one) => isChanged(one) && one.logged.isAllowed)},
      deny_to_allow = deny_to_allow + ${count((one) => isChanged(one) && !one.logged.isAllowed)},
      changed_anyway = changed_anyway + ${count((one) => isChanged(one) && one.judged?.now.decision.isAllowed === to(one))},
      unapprovable = unapprovable + ${count(({ isUnapprovable }) => isUnapprovable)},
      not_replayed = (
        select coalesce(jsonb_object_agg(reason, number), '{}') from (
          select reason, sum(number) as number from (
            select key as reason, value::int as number from jsonb_each_text(not_replayed)
            union all select reason, 1 from unnest(${reasonsOf(found)}::text[]) n(reason)) each group by reason) counts)
    where job_id = ${job.id} and last_id is not distinct from ${last?.id ?? null}::bigint`)
  if (rowCount === 0) return false
  const rows = found.filter(({ isListed }) => isListed).slice(0, Math.max(0, room))
  if (rows.length > 0)
    await tx.execute(sql`
      insert into approval_replay_changes (job_id, number, decision_id, stand_in_id, at, user_id, client_id, page, action, amount, earlier_amount, region, was_allowed, is_allowed,
        is_allowed_now, is_unapprovable, reasons_before, reasons_after)
      select ${job.id}, i.number, i.decision_id, i.stand_in_id, i.at, u.id, i.client_id, i.page, i.action, i.amount, i.earlier_amount, i.region, i.was_allowed, i.is_allowed,
        i.is_allowed_now, i.is_unapprovable, i.reasons_before, i.reasons_after
      from json_to_recordset(${JSON.stringify(rows.map((one, index) => toRow(one, listed + index + 1)))}::json) as i(number int, decision_id uuid, stand_in_id uuid,
          at timestamptz, user_id uuid, client_id uuid, page text, action text, amount text, earlier_amount text, region text, was_allowed boolean,
          is_allowed boolean, is_allowed_now boolean, is_unapprovable boolean, reasons_before text[], reasons_after text[])
        left join users u on u.id = i.user_id
      -- The rows of a person who was removed meanwhile are gone from the log, too.
      where i.user_id is null or u.id is not null`)
  await tx.execute(sql`
    update jobs set position = least(position + ${found.length}, total),
      claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${job.id}`)
  return true
}

const reasonsOf = (found: readonly Found[]) => found.flatMap(({ reason }) => (reason === null ? [] : [reason]))

function toRow({ logged, judged, isUnapprovable }: Found, number: number) {
  const { at, userId, clientId, page, action, amount, region, isAllowed, reasons } = logged
  return {
    ...{ number, decision_id: logged.decisionId, stand_in_id: logged.standInId },
    ...{ at, user_id: userId, client_id: clientId, page, action, amount, region, was_allowed: isAllowed },
    earlier_amount: logged.document.earlierAmount ?? '',
    ...{ is_allowed: judged?.after.decision.isAllowed, is_allowed_now: judged?.now.decision.isAllowed },
    ...{ is_unapprovable: isUnapprovable, reasons_before: reasons, reasons_after: judged?.after.decision.reasons },
  }
}
