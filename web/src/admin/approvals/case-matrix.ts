import type { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { Case } from './use-check-address.ts'

export const CASE_MATRICES = ['live', 'draft', 'version', 'day'] as const
/** Which matrix answers. An empty value: which one is still to be chosen. */
export type CaseMatrix = { kind: (typeof CASE_MATRICES)[number]; value: string }

type InCase = Pick<Case, 'draftId' | 'version' | 'day'>

export function matrixOf({ draftId, version, day }: InCase): CaseMatrix {
  if (draftId !== '') return { kind: 'draft', value: draftId }
  if (version !== '') return { kind: 'version', value: version }
  return day === '' ? { kind: 'live', value: '' } : { kind: 'day', value: day }
}

export const caseOf = ({ kind, value }: CaseMatrix): InCase => ({
  draftId: kind === 'draft' ? value : '',
  version: kind === 'version' ? value : '',
  day: kind === 'day' ? value : '',
})

/** The parameters of a call that is answered by a matrix. */
export type AskedMatrix = { draftId?: string; version?: number; day?: string }

/** `null`: which one is still to be chosen. */
export function askedMatrix({ kind, value }: CaseMatrix): AskedMatrix | null {
  if (kind === 'live') return {}
  if (value === '') return null
  if (kind === 'draft') return { draftId: value }
  return kind === 'day' ? { day: value } : { version: Number(value) }
}

export type AnsweredBy = Pick<Output<typeof approvalCheck>, 'draft' | 'at' | 'version'>

/** Whether the answer is by the matrix that counts now, which alone can be mended from here. */
export const isCounting = ({ draft, at }: Omit<AnsweredBy, 'version'>): boolean => draft === null && at === null
