import type { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { Region } from '@gatehouse/contract/regions.ts'

/** The part of one application role in the approvals of its application and client. Amounts are in paise. */
export type MatrixRow = {
  role: string
  action: (typeof ROLE_ACTIONS)[number]
  /** Lower numbers act first; equal numbers act in parallel; roles without a number act last. */
  sequence: number | null
  /** Both inclusive; `null` means zero as lower bound, and unlimited as upper bound. */
  rangeFrom: number | null
  rangeTo: number | null
  regions: 'All' | readonly string[]
}

/** A case to be approved. Without a region, only roles that approve everywhere act. */
export type Case = { amount: number; region: Exclude<Region, 'Panindia'> | null }

/**
 * The roles that act on a case, step by step; the rows of one step act in parallel. When empty, the case cannot be
 * approved.
 */
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

/** Panindia means all of India, and therefore every region. */
export const appliesEverywhere = ({ regions }: MatrixRow) => regions === 'All' || regions.includes('Panindia')
