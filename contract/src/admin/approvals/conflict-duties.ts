import { ROLE_ACTIONS } from './application-roles.ts'

/**
 * What a rule of separation of duties keeps apart beside roles. By the approvals: an action, a page, or an action on a page. Written with a slash,
 * so that a list, a file and the audit show it in one piece: '/Creator', 'Claims/' and 'Claims/Creator'. By page access: a page that a role can open,
 * or one of its own actions there, which the application has published. Written with brackets: 'Claims[]' and 'Claims[export]'.
 *
 * Pages may have slashes and brackets. No action of the approvals has a slash, no action of a page a bracket, and only the second kind ends with one.
 */
export type ConflictDuty = { page: string; action: string; by: 'approvals' | 'access' }

export const writeDuty = ({ page, action, by }: ConflictDuty): string =>
  by === 'access' ? `${page}[${action}]` : `${page}/${action}`

/** `null`: it names neither page nor action, or an action of the approvals that does not exist. */
export function readDuty(written: string): ConflictDuty | null {
  const text = written.trim()
  return text.endsWith(']') ? readAccess(text) : readApproval(text)
}

/** In words: 'Creator', 'Claims', 'Claims · Creator', 'Claims (open)', 'Claims: export'. */
export function dutyInWords(written: string, translate: (text: string) => string = (text) => text): string {
  const duty = readDuty(written)
  if (duty === null) return written
  const { page, action, by } = duty
  if (by === 'access') return action === '' ? `${page} (${translate('open')})` : `${page}: ${action}`
  return [page, action && translate(action)].filter((part) => part !== '').join(' · ')
}

function readAccess(text: string): ConflictDuty | null {
  const bracket = text.lastIndexOf('[')
  const page = text.slice(0, Math.max(bracket, 0)).trim()
  return page === '' ? null : { page, action: text.slice(bracket + 1, -1).trim(), by: 'access' }
}

function readApproval(text: string): ConflictDuty | null {
  const slash = text.lastIndexOf('/')
  const [page, action] = [text.slice(0, slash).trim(), text.slice(slash + 1).trim()]
  const known = ROLE_ACTIONS.find((one) => one.toLowerCase() === action.toLowerCase()) ?? ''
  if (slash === -1 || (action !== '' && known === '') || (page === '' && known === '')) return null
  return { page, action: known, by: 'approvals' }
}
