import { ALL_REGIONS, isRegion, regionCode } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import * as z from 'zod/mini'
import { markPage, type PageMark, unmarkPage } from '../admin/approvals/intended/mark-page.ts'
import type { ValueList } from './kind.ts'
import type { Records } from './records.ts'

const PAISE = 100
const RUPEES_MAX = 1e13

const rupees = z.number('This is an amount in rupees.').check(
  z.gte(0),
  z.lte(RUPEES_MAX),
  z.refine((value) => Number.isInteger(Math.round(value * PAISE * 1e4) / 1e4), 'An amount has at most two decimals.'),
)
const day = z.iso.date('Write a day like 2027-04-01.')

const gap = z.strictObject({
  client: z.string('This is the name of a client.'),
  step: z._default(z.nullable(z.int('A step is a sequence, or null.').check(z.gte(0), z.lte(1000))), null),
  from: z._default(rupees, 0),
  to: z._default(z.nullable(rupees), null),
  regions: z._default(z.array(z.string()), []),
  reason: z.string('Reason is required').check(z.trim(), z.minLength(1, 'Reason is required'), z.maxLength(500)),
  lastDay: z._default(z.nullable(day), null),
})

/** The gaps of a page that are meant, without who said so. */
export const intendedGapsOfPages: ValueList = {
  read: async (on) => {
    const { rows } = await on.execute<PageMark & { pageId: string }>(sql`
      select g.page_id as "pageId", g.client_id as "clientId", g.step, g.range_from::float8 as "from", g.range_to::float8 as "to",
        g.regions, g.reason, g.last_day::text as "lastDay"
      from intended_gaps g join clients c on c.id = g.client_id and c.deleted_at is null`)
    return rows.map(({ pageId, ...mark }) => ({ id: pageId, other: textOf(mark) }))
  },
  show: (other, records) => {
    const { clientId, step, from, to, regions, reason, lastDay } = markOf(other)
    return {
      client: records.shortName(clientId),
      ...{ step, from: from / PAISE, to: to === null ? null : to / PAISE, regions, reason, lastDay },
    }
  },
  parse: (value, records) => {
    const parsed = gap.safeParse(value)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new Error([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
    }
    const { client, from, to, regions, ...rest } = parsed.data
    return textOf({
      ...{ ...rest, clientId: clientOf(client, records), from: Math.round(from * PAISE) },
      ...{ to: to === null ? null : Math.round(to * PAISE), regions: codesOf(regions) },
    })
  },
  nameOf: (other) => JSON.stringify(JSON.parse(other).slice(0, 5)),
  attach: (tx, by, pageId, other) => markPage(tx, by, pageId, markOf(other)),
  detach: (tx, by, pageId, other) => unmarkPage(tx, by, pageId, markOf(other)),
}

/** Equal marks are equal texts. */
const textOf = ({ clientId, step, from, to, regions, reason, lastDay }: PageMark) =>
  JSON.stringify([clientId, step, from, to, regions, reason, lastDay])
function markOf(text: string): PageMark {
  const [clientId, step, from, to, regions, reason, lastDay] = JSON.parse(text)
  return { clientId, step, from, to, regions, reason, lastDay }
}

function clientOf(name: string, records: Records): string {
  const [first, second] = records.named('clients', [name])
  if (first === undefined) throw new Error(`There is no "${name}" among clients, neither here nor earlier in the file.`)
  if (second !== undefined) throw new Error(`There is more than one record with the name "${name}" among clients.`)
  return first.row._id
}

/** As marks are stored: in the order of the alphabet, and none for everywhere. */
function codesOf(regions: readonly string[]): string[] {
  if (regions.includes(ALL_REGIONS)) return []
  const codes = regions.map((region) => {
    if (!isRegion(regionCode(region))) throw new Error(`There is no region "${region}".`)
    return regionCode(region)
  })
  return [...new Set(codes)].sort()
}
