import type { AccessRequest, OwnAccessRequest, RequestSteps } from '@gatehouse/contract/access-requests.ts'
import type { MatrixSteps } from './matrix-steps.ts'

type Asked = Pick<OwnAccessRequest, 'askedOf'>

/** How far the matrix has come, for the person who has asked: no names and no roles. */
export const progressOf = ({ askedOf }: Asked, steps: MatrixSteps | undefined): OwnAccessRequest['progress'] =>
  askedOf === 'matrix' && steps !== undefined ? { step: steps.step, of: steps.of } : null

/** A request with what the matrix says about it, and which of its approvals count. */
export function withSteps(
  row: Omit<AccessRequest, 'steps' | 'progress'>,
  steps: MatrixSteps | undefined,
): AccessRequest {
  const approvals = row.approvals.map(({ _id, ...one }: AccessRequest['approvals'][number] & { _id?: string }) => ({
    ...one,
    counts: row.state !== 'waiting' || (steps?.counted.includes(_id ?? '') ?? false),
  }))
  return { ...row, approvals, progress: progressOf(row, steps), steps: steps === undefined ? null : shown(row, steps) }
}

function shown(
  { askedOf }: Asked,
  { step, of, roles, isOneEnough, needed, given, problem }: MatrixSteps,
): RequestSteps {
  return { step, of, roles, isOneEnough, needed, given, problem: askedOf === 'matrix' ? null : (problem ?? 'people') }
}
