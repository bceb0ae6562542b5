import type { FindingSeverity } from '@gatehouse/contract/admin/approvals/check.ts'
import { containsFinding, type Extent, hasItsRoles, isGap } from '../../../approvals/contains-finding.ts'
import type { PlacedFinding } from '../lint-approvals.ts'

type Compared = Pick<PlacedFinding, 'code' | 'step' | 'from' | 'to' | 'regions'> & {
  pages: readonly { id: string }[]
  roles: readonly { _id: string }[]
  severity?: FindingSeverity | undefined
}

/**
 * Divides the findings of now into those that were there before and those that are new, page by page. What becomes smaller, such as
 * a gap that is partly closed, is not new. An error that was a warning is.
 */
export function splitFindings(before: readonly Compared[], after: readonly PlacedFinding[]) {
  const known = byPage(before)
  const added: PlacedFinding[] = []
  const kept: PlacedFinding[] = []
  for (const finding of after) {
    const extent = withRoleIds(finding)
    const isKnown = (page: string) =>
      known.get(keyOf(finding, page))?.some((former) => isNoWorse(finding, former) && wasThere(former, extent)) === true
    if (finding.pages.length === 0) {
      ;(isKnown(WHOLE) ? kept : added).push(finding)
      continue
    }
    const pages = finding.pages.map((page) => ({ page, isKnown: isKnown(page.id) }))
    const [former, later] = [pages.filter((one) => one.isKnown), pages.filter((one) => !one.isKnown)]
    if (former.length > 0) kept.push({ ...finding, pages: former.map(({ page }) => page) })
    if (later.length > 0) added.push({ ...finding, pages: later.map(({ page }) => page) })
  }
  return { added, kept }
}

/** The place of a finding about the whole matrix. */
const WHOLE = ''

const keyOf = ({ code }: Compared, page: string) => `${isGap(code) ? 'gap' : code} ${page}`

/** Errors of a former night have no severity: only errors are kept. */
const isNoWorse = (now: Compared, { severity = 'error' }: Former) => now.severity !== 'error' || severity === 'error'

/** A role without people is without them at every amount. */
const wasThere = (former: Former, now: Extent) =>
  now.code === 'no-people' ? hasItsRoles(former, now) : containsFinding(former, now)

type Former = Extent & Pick<Compared, 'severity'>

function byPage(findings: readonly Compared[]): ReadonlyMap<string, Former[]> {
  const found = new Map<string, Former[]>()
  for (const finding of findings) {
    const extent = { ...withRoleIds(finding), severity: finding.severity }
    for (const page of finding.pages.length === 0 ? [WHOLE] : finding.pages.map(({ id }) => id)) {
      const key = keyOf(finding, page)
      const others = found.get(key)
      if (others === undefined) found.set(key, [extent])
      else others.push(extent)
    }
  }
  return found
}

const withRoleIds = ({ code, step, from, to, regions, roles }: Compared): Extent => ({
  ...{ code, step, from, to, regions, roleIds: roles.map(({ _id }) => _id) },
})
