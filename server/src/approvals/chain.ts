import type { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { Region } from '@gatehouse/contract/regions.ts'

/** What one application role does in the approvals of its application and client. Amounts are in paise. */
export type MatrixRow = {
  role: string
  action: (typeof ROLE_ACTIONS)[number]
  /** Lower comes first; equal runs in parallel; whoever has none comes last. */
  sequence: number | null
  /** Both inclusive; no lower bound is zero, no upper bound is unlimited. */
  rangeFrom: number | null
  rangeTo: number | null
  regions: 'All' | readonly string[]
}

/** What is to be approved. Without a region only those who approve everywhere do. */
export type Case = { amount: number; region: Exclude<Region, 'Panindia'> | null }

/** Who acts on a case, step by step; the rows of one step act in parallel. Nobody: the case cannot be approved. */
export function chain(matrix: readonly MatrixRow[], { amount, region }: Case): MatrixRow[][] {
  const steps = new Map<number, MatrixRow[]>()
  for (const row of matrix) {
    if (!covers(row, amount) || !appliesIn(row, region)) continue
    const place = row.sequence ?? Number.POSITIVE_INFINITY
    steps.set(place, [...(steps.get(place) ?? []), row])
  }
  return [...steps].sort(([a], [b]) => a - b).map(([, rows]) => rows)
}

const covers = ({ rangeFrom, rangeTo }: MatrixRow, amount: number) =>
  amount >= (rangeFrom ?? 0) && (rangeTo === null || amount <= rangeTo)

const appliesIn = (row: MatrixRow, region: Case['region']) =>
  appliesEverywhere(row) || (region !== null && row.regions.includes(region))

/** Panindia is all of India, which is all there is. */
export const appliesEverywhere = ({ regions }: MatrixRow) => regions === 'All' || regions.includes('Panindia')
