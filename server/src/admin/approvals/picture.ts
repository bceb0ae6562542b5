import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import type { FastifyInstance } from 'fastify'
import { appliesEverywhere } from '../../approvals/chain.ts'
import { orderOf, type Rule } from '../../approvals/matrix.ts'
import { rulesIn } from '../../approvals/steps.ts'
import { areaOf, type Stretch } from '../../approvals/stretches.ts'
import { toShownRow } from '../../decisions/wire-decision.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { toWireFinding, withReasons } from './check.ts'
import type { PlacedFinding } from './lint-approvals.ts'
import { readPageInQuestion } from './page-in-question.ts'

/** One page in one region, to be drawn. */
export function serveApprovalPicture(app: FastifyInstance, deps: Deps) {
  route(app, approvalPicture, async ({ input }) => draw(deps, input))
}

type Picture = Output<typeof approvalPicture>

async function draw(deps: Deps, asked: Input<typeof approvalPicture>): Promise<Picture> {
  const { about, page } = await readPageInQuestion(deps, asked)
  if (page === null)
    return {
      ...{ ...about, pageId: null, regions: [], lanes: [], findings: [], intended: [] },
      region: asked.region ?? '',
    }
  const { matrix, where, rules, people, findings, intended } = page
  const region = (asked.region as Region | undefined) ?? busiestOf(rules)
  const { stretches } = areaOf(matrix, where, region)
  const toBar = (rule: Rule) => ({
    ...toShownRow(rule),
    ...{ applicationRoleId: rule.applicationRoleId, roleClientId: rule.home.clientId },
    count: people.get(rule.role.toLowerCase())?.count ?? 0,
    neverAsked: neverAsked(rule, stretches).map(toRupees),
  })
  return {
    ...{ ...about, pageId: page.id, region },
    regions: severitiesOf(findings),
    lanes: [...lanesOf(rules.filter((rule) => actsIn(rule, region))), ...caughtIn(stretches)].map((lane) => ({
      ...{ isCreation: lane[0]?.action === 'Creator', isCatchAll: lane[0]?.isCatchAll === true },
      sequence: lane[0]?.sequence ?? null,
      bars: lane.map(toBar),
    })),
    findings: findings.filter((finding) => isIn(finding, region)).map(toWireFinding),
    intended: await withReasons(
      deps.db,
      intended.filter(({ gap }) => isIn(gap, region)),
    ),
  }
}

const actsIn = (rule: Rule, region: Region) =>
  (appliesEverywhere(rule) || rule.regions.includes(region)) &&
  (rule.rangeTo === null || (rule.rangeFrom ?? 0) <= rule.rangeTo)

/** The state in which the most rules act; the first of several. */
function busiestOf(rules: readonly Rule[]): Region {
  const states = (Object.keys(REGIONS) as Region[]).filter((code) => code !== 'Panindia')
  const count = (region: Region) => rules.filter((rule) => actsIn(rule, region)).length
  return states.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Creators, who stand beside the steps, and then each step. */
function lanesOf(rules: readonly Rule[]): Rule[][] {
  const [creators, approvers] = [true, false].map((isCreation) =>
    rules.filter(({ action }) => (action === 'Creator') === isCreation),
  ) as [Rule[], Rule[]]
  const steps = Map.groupBy(
    approvers.toSorted((a, b) => orderOf(a) - orderOf(b) || (a.rangeFrom ?? 0) - (b.rangeFrom ?? 0)),
    orderOf,
  )
  return [...(creators.length > 0 ? [creators] : []), ...steps.values()]
}

/** A lane for what no rule covers, with the catch-all role over each such range. */
function caughtIn(stretches: readonly Stretch[]): Rule[][] {
  const bars: Rule[] = []
  for (const { from, to, course } of stretches) {
    const [rule] = course.isCaught ? rulesIn(course.steps) : []
    const last = bars.at(-1)
    if (rule === undefined) continue
    if (last?.rangeTo === from - 1) bars[bars.length - 1] = { ...last, rangeTo: to }
    else bars.push({ ...rule, rangeFrom: from, rangeTo: to })
  }
  return bars.length > 0 ? [bars] : []
}

/** Where a rule covers the amount, and is not asked: after the final approval, above the first level that is enough, or beside it. */
function neverAsked(rule: Rule, stretches: readonly Stretch[]): { from: number; to: number | null }[] {
  const parts: { from: number; to: number | null }[] = []
  for (const { from, to, course } of stretches) {
    if (![...course.beside, ...rulesIn(course.after)].includes(rule)) continue
    const last = parts.at(-1)
    if (last?.to === from - 1) last.to = to
    else parts.push({ from, to })
  }
  return parts
}

const PAISE = 100
/** A range on the wire. */
export const toRupees = ({ from, to }: { from: number; to: number | null }) => ({
  from: from / PAISE,
  to: to === null ? null : to / PAISE,
})

const isIn = ({ regions }: PlacedFinding, region: string) => regions.length === 0 || regions.includes(region)

/** The worst that is found in each region; notes are left out. */
function severitiesOf(findings: readonly PlacedFinding[]): Picture['regions'] {
  return Object.keys(REGIONS).flatMap((code) => {
    // Findings come with the most severe first.
    const worst = findings.find((finding) => finding.severity !== 'note' && isIn(finding, code))
    return worst === undefined || worst.severity === 'note' ? [] : [{ code, severity: worst.severity }]
  })
}
