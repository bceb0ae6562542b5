import { createHash } from 'node:crypto'
import type { PlacedFinding } from './lint-approvals.ts'

type Named = Pick<PlacedFinding, 'code' | 'step' | 'from' | 'to' | 'regions'> & { roles: readonly { _id: string }[] }

/**
 * Names a finding of a client's matrix: the same while amounts, regions, step and roles are. Its pages are left out, because equal
 * findings of several pages are one.
 */
export function keyOf({ code, step, from, to, regions, roles }: Named): string {
  const said = [code, step, from, to, regions.toSorted(), roles.map(({ _id }) => _id).toSorted()]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
}
