import { rulesOn } from '../../approvals/matrix.ts'
import { countPeopleOfRoles } from '../../decisions/people-of-roles.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readMatrixOfClient } from './explain/case-matrix.ts'
import { readIntendedGaps } from './intended/read-intended-gaps.ts'
import { lintApprovals, pagesToApprove } from './lint-approvals.ts'

type Asked = Parameters<typeof readMatrixOfClient>[1] & { pageId?: string | undefined }

/**
 * One page of a client with its rules, what a check finds about it, and the people of its roles. Without a page in the question it is the
 * one with the most rules; `page` is `null` where no page has any.
 * @throws AppError not_found of an unknown client or page, or by {@link readMatrixOfClient}
 */
export async function readPageInQuestion(deps: Deps, asked: Asked) {
  const { applicationId, clientId, pageId } = asked
  const { matrix, facts, answeredBy } = await readMatrixOfClient(deps, asked)
  const { now } = facts
  if (pageId && !matrix.pages.has(pageId)) throw new AppError('not_found')
  const pages = pagesToApprove(matrix, clientId)
  const rulesOf = (id: string) => rulesOn(matrix, { clientId, pageId: id, now })
  const [fullest] = pages.toSorted((a, b) => rulesOf(b.id).length - rulesOf(a.id).length)
  const chosen = pageId ?? fullest?.id ?? null
  const about = {
    ...{ ...answeredBy, routing: matrix.routing },
    pages: pages.map(({ id, name }) => ({ _id: id, name })),
  }
  if (chosen === null) return { about, page: null }
  const where = { clientId, pageId: chosen, now }
  const rules = rulesOf(chosen)
  const caught = matrix.catchAlls.get(clientId)
  const people = await countPeopleOfRoles(
    deps.db,
    { applicationId, clientId },
    [...rules, ...(caught === undefined ? [] : [caught])].map(({ role }) => role),
  )
  const { findings, intended } = await lintApprovals({
    ...{ matrix, clientId, now, facts, pageId: chosen, countPeople: async () => people },
    marks: await readIntendedGaps(deps.db, applicationId, deps.config.timeZone),
  })
  return { about, page: { id: chosen, matrix, where, rules, people, findings, intended } }
}
