import { NO_CASE, writeCheck } from '../use-check-address.ts'

type AnsweredBy = { draftId?: string; version?: number }

/** Where the check asks for a case of this application, answered by a draft or a version. */
export function checkCase(applicationId: string, { draftId = '', version }: AnsweredBy) {
  const asked = { ...NO_CASE, draftId, version: version === undefined ? '' : String(version) }
  return {
    to: '/dashboard/approvalProcess',
    search: writeCheck({ applicationId, clientId: '', view: 'explain', asked }) as never,
  } as const
}
