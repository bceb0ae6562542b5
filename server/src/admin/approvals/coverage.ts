import { approvalCoverage } from '@gatehouse/contract/admin/approvals/picture.ts'
import type { FastifyInstance } from 'fastify'
import { coverageOf } from '../../approvals/coverage.ts'
import { areasOf } from '../../approvals/stretches.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { toWireFinding, withReasons } from './check.ts'
import { readPageInQuestion } from './page-in-question.ts'
import { toRupees } from './picture.ts'

/** One page in all regions: which step is asked about which amounts. */
export function serveApprovalCoverage(app: FastifyInstance, deps: Deps) {
  route(app, approvalCoverage, async ({ input }) => {
    const { about, page } = await readPageInQuestion(deps, input)
    if (page === null) return { ...about, pageId: null, steps: [], areas: [], findings: [], intended: [] }
    const { steps, areas } = coverageOf(areasOf(page.matrix, page.where))
    return {
      ...{ ...about, pageId: page.id, steps },
      areas: areas.map(({ regions, cells }) => ({
        regions,
        cells: cells.map(({ asked, hasRows }) => ({ asked: asked.map(toRupees), hasRows })),
      })),
      findings: page.findings.map(toWireFinding),
      intended: await withReasons(deps.db, page.intended),
    }
  })
}
