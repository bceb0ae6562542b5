import { findingText } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { KnownError } from '../../../db/schema/approval-nights.ts'
import { isCatchAll } from '../../../decisions/is-catch-all.ts'
import { countPeopleOfRoles } from '../../../decisions/people-of-roles.ts'
import { readMatrix } from '../../../decisions/read-matrix.ts'
import type { Deps } from '../../../deps.ts'
import { findOwners } from '../../../notifications/find-owners.ts'
import { notify } from '../../../notifications/notify.ts'
import { ENGLISH } from '../check.ts'
import { splitFindings } from '../drafts/split-findings.ts'
import { readIntendedGaps } from '../intended/read-intended-gaps.ts'
import { bySeverity, lintApprovals, type PlacedFinding } from '../lint-approvals.ts'
import { HINDI_FINDINGS } from './hindi-findings.ts'

/** Errors that are compared with those of the former night. */
const KNOWN_MAX = 1000
/** Errors in the words of a message. */
const NAMED_MAX = 3

type Client = { _id: string; name: string }
type Found = { client: Client; error: PlacedFinding }
type Night = { applicationId: string; application: string; known: KnownError[] }

/**
 * Judges the matrix of an application for each active client, and notifies its owners of errors of which nobody was notified. What
 * becomes smaller is not new; what was gone and is there again is.
 *
 * @returns the errors that are known from now on
 */
export async function checkApplication(
  deps: Pick<Deps, 'config' | 'outbox'>,
  tx: Tx,
  { applicationId, application, known }: Night,
): Promise<KnownError[]> {
  const [added, kept] = [[], []] as [Found[], Found[]]
  for (const { client, errors } of await findErrors(tx, deps.config.timeZone, applicationId)) {
    const split = splitFindings(
      known.filter(({ clientId }) => clientId === client._id) as Parameters<typeof splitFindings>[0],
      errors,
    )
    added.push(...split.added.map((error) => ({ client, error })))
    kept.push(...split.kept.map((error) => ({ client, error })))
  }
  const [first] = added
  if (first === undefined) return kept.map(toKnown)
  const owners = await findOwners(tx, applicationId)
  // Whoever becomes the owner is notified of what nobody was notified of.
  if (owners.length === 0) return kept.map(toKnown)
  for (const { id, language } of owners)
    await notify(deps, tx, 'approval-errors', id, {
      scope: { applicationId, clientId: null },
      values: {
        ...{ application, applicationId, clientId: first.client._id, count: added.length },
        findings: added
          .slice(0, NAMED_MAX)
          .map((one) => sentenceOf(one, language === 'hi' ? HINDI : ENGLISH))
          .join(' '),
      },
    })
  return [...kept, ...added].map(toKnown)
}

/** The errors of each active client that has roles with an action, a catch-all role or rows, at most `KNOWN_MAX` in all. */
async function findErrors(tx: Tx, timeZone: string, applicationId: string) {
  const { rows: clients } = await tx.execute<Client & { now: number }>(sql`
    select c.id as "_id", c.display_name as name, extract(epoch from now())::float8 * 1000 as now from clients c
    where c.deleted_at is null and c.status = 'ACTIVE' and exists (
      select from application_roles r where r.application_id = ${applicationId} and r.client_id = c.id and r.deleted_at is null
        and (r.action <> '' or ${raw(isCatchAll('r', 'c.id'))} or exists (
          select from document_approvals d where d.application_role_id = r.id and d.deleted_at is null)))
    order by lower(c.display_name), c.id`)
  const matrix = clients.length > 0 ? await readMatrix(tx, applicationId, timeZone) : null
  const marks = await readIntendedGaps(tx, applicationId, timeZone)
  const found: { client: Client; errors: PlacedFinding[] }[] = []
  let left = KNOWN_MAX
  for (const client of clients) {
    if (matrix === null || left === 0) break
    const clientId = client._id
    const { findings } = await lintApprovals({
      ...{ matrix, clientId, now: client.now, marks },
      countPeople: (roles) => countPeopleOfRoles(tx, { applicationId, clientId }, roles),
    })
    const errors = findings.filter(({ severity }) => severity === 'error').sort(bySeverity)
    found.push({ client, errors: errors.slice(0, left) })
    left = Math.max(0, left - errors.length)
  }
  return found
}

function toKnown({ client, error }: Found): KnownError {
  const { code, step, from, to, regions, pages, roles } = error
  return {
    ...{ clientId: client._id, code, step, from, to, regions },
    ...{ pages: pages.map(({ id }) => ({ id })), roles: roles.map(({ _id }) => ({ _id })) },
  }
}

const PAISE = 100

function sentenceOf({ client, error }: Found, words: typeof ENGLISH): string {
  const { from, to } = error
  const text = findingText({ ...error, from: from / PAISE, to: to === null ? null : to / PAISE }, words)
  const places = [client.name, ...error.pages.map(({ name }) => name)]
  return `${places.join(', ')}: ${text}`
}

const RUPEES = new Intl.NumberFormat('hi-IN', {
  ...{ style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' },
})
const LIST = new Intl.ListFormat('hi', { type: 'conjunction' })

const HINDI: typeof ENGLISH = {
  t: (text, values) => ENGLISH.t(HINDI_FINDINGS[text] ?? text, values),
  rupees: (amount) => RUPEES.format(amount),
  list: (names) => LIST.format(names),
}
