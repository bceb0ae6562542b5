import { mendText } from '@gatehouse/contract/admin/approvals/mend-words.ts'
import type { Mend as WireMend } from '@gatehouse/contract/admin/approvals/mends.ts'
import type { Matrix, Moment } from '../../../approvals/matrix.ts'
import { type Mend, mendsOf } from '../../../approvals/mends.ts'
import type { Executor } from '../../../db/database.ts'
import { countPeopleOfRoles } from '../../../decisions/people-of-roles.ts'
import { ENGLISH } from '../check.ts'
import { keyOf } from '../finding-key.ts'
import { hasPeople, lintApprovals } from '../lint-approvals.ts'

type Asked = {
  matrix: Matrix
  applicationId: string
  clientId: string
  now: Moment
  /** The key of a finding. */
  finding: string
}

export type FoundMend = Mend & { wire: WireMend }

/** The mends of a finding; `null`: there is no such finding any more. */
export async function findMends(on: Executor, asked: Asked): Promise<FoundMend[] | null> {
  const { matrix, applicationId, clientId, now } = asked
  const { findings } = await lintApprovals({ matrix, clientId, now })
  const finding = findings.find((one) => keyOf(one) === asked.finding)
  if (finding === undefined) return null
  const roles = [...matrix.places.values()].flatMap(({ byRole }) => [...byRole.keys()])
  const people = await countPeopleOfRoles(on, { applicationId, clientId }, roles)
  const mends = await mendsOf({
    ...{ matrix, clientId, now, finding, pageIds: finding.pages.map(({ id }) => id) },
    hasPeople: (rule) => hasPeople(people, rule),
  })
  return mends.map((mend) => ({ ...mend, wire: toWire(matrix, finding, mend) }))
}

const PAISE = 100

function toWire({ pages }: Matrix, { from, to }: { from: number; to: number | null }, mend: Mend): WireMend {
  const wire = {
    kind: mend.kind,
    roles: mend.roles.map(({ id, name }) => ({ _id: id, name })),
    pages: mend.pageIds.map((id) => ({ _id: id, name: pages.get(id)?.name ?? '' })),
    sequence: mend.limits.sequence ?? null,
    keeps: mend.keeps === undefined ? null : { _id: mend.keeps.id, name: mend.keeps.name },
    ...{ from: from / PAISE, to: to === null ? null : to / PAISE },
  }
  return { ...wire, text: mendText(wire, ENGLISH) }
}
