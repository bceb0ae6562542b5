import { approvalCheck, FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/check.ts'
import { findingText } from '@gatehouse/contract/admin/approvals/finding-words.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { isGap } from '../../approvals/contains-finding.ts'
import { severityOf } from '../../approvals/lint.ts'
import { mayBeMended } from '../../approvals/mends.ts'
import type { Executor } from '../../db/database.ts'
import { isCatchAll } from '../../decisions/is-catch-all.ts'
import { countPeopleOfRoles } from '../../decisions/people-of-roles.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { readMatrixOfClient } from './explain/case-matrix.ts'
import { keyOf } from './finding-key.ts'
import { readIntendedGaps, readReasons } from './intended/read-intended-gaps.ts'
import { bySeverity, type Lint, lintApprovals, type PlacedFinding } from './lint-approvals.ts'

/** The problems in the approvals of an application for a client. */
export function serveApprovalCheck(app: FastifyInstance, deps: Deps) {
  route(app, approvalCheck, async ({ input }) => check(deps, input))
}

type Checked = Output<typeof approvalCheck>

async function check(deps: Deps, asked: Input<typeof approvalCheck>): Promise<Checked> {
  const { db } = deps
  const { applicationId, clientId, pageId } = asked
  const { matrix, facts, answeredBy } = await readMatrixOfClient(deps, asked)
  if (pageId !== undefined && !matrix.pages.has(pageId)) throw new AppError('not_found')
  const marks = await readIntendedGaps(db, applicationId, deps.config.timeZone)
  const { pages, findings, intended } = await lintApprovals({
    ...{ matrix, facts, now: facts.now, clientId: facts.client.id, pageId, marks },
    countPeople: (roles) => countPeopleOfRoles(db, { applicationId, clientId }, roles),
  })
  const isCounting = answeredBy.draft === null && answeredBy.at === null
  const unused = pageId === undefined && isCounting ? await listRolesWithoutPage(db, applicationId, clientId) : []
  const all = [...findings, ...unused].sort(bySeverity)
  const count = (severity: PlacedFinding['severity']) => all.filter((one) => one.severity === severity).length
  return {
    ...answeredBy,
    routing: matrix.routing,
    counts: { error: count('error'), warning: count('warning'), note: count('note') },
    pages: pages.map(({ id, name }) => ({ _id: id, name })),
    findings: all.slice(0, FINDINGS_MAX).map(toWireFinding),
    intended: await withReasons(db, intended.slice(0, FINDINGS_MAX)),
  }
}

/** Marked gaps with who has marked them and why. */
export async function withReasons(on: Executor, intended: Lint['intended']): Promise<Checked['intended']> {
  const reasons = await readReasons(
    on,
    intended.map(({ id }) => id),
  )
  return intended.flatMap(({ id, gap }) => {
    const mark = reasons.get(id)
    return mark === undefined ? [] : [{ ...toWireFinding(gap), ...mark, markedAt: mark.markedAt.toISOString() }]
  })
}

const PAISE = 100

export function toWireFinding(placed: PlacedFinding): Checked['findings'][number] {
  const { pages, from, to, rules: _, ...finding } = placed
  const wire = {
    ...finding,
    ...{ key: keyOf(placed), mayBeMended: mayBeMended(placed), isGap: isGap(placed.code) },
    pages: pages.map(({ id, name }) => ({ _id: id, name })),
    from: from / PAISE,
    to: to === null ? null : to / PAISE,
  }
  return { ...wire, text: findingText(wire, ENGLISH) }
}

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  trailingZeroDisplay: 'stripIfInteger',
})
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** The words of sentences in answers of the API. */
export const ENGLISH = {
  t: (text: string, values: Record<string, string | number> = {}) =>
    text.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? '')),
  rupees: (amount: number) => RUPEES.format(amount),
  list: (names: string[]) => LIST.format(names),
}

/** The roles that no page has a document approval of, without the catch-all role, which needs none. */
async function listRolesWithoutPage(on: Executor, applicationId: string, clientId: string): Promise<PlacedFinding[]> {
  const { rows } = await on.execute<{ _id: string; name: string }>(sql`
    select r.id as "_id", r.name from application_roles r
    where r.application_id = ${applicationId} and r.client_id = ${clientId} and r.action <> '' and r.deleted_at is null
      and not ${raw(isCatchAll('r', 'r.client_id'))}
      and not exists (
        select from document_approvals d join pages p on p.id = d.page_id and p.deleted_at is null
          join application_roles o on o.id = d.application_role_id
        where d.deleted_at is null and (o.id = r.id or d.all_clients and o.deleted_at is null
          and o.application_id = r.application_id and lower(o.name) = lower(r.name)))
    order by r.sequence nulls last, r.id`)
  const empty = { code: 'no-page', rules: [], step: null, from: 0, to: null, regions: [] } as const
  return rows.map((role) => ({
    ...{ ...empty, rules: [], regions: [], severity: severityOf({ ...empty, rules: [], regions: [] }) },
    ...{ pages: [], roles: [{ ...role, clientId }], rows: [] },
  }))
}
