import { ROLE_ACTIONS } from './application-roles.ts'

/**
 * What a rule of separation of duties keeps apart beside roles: an action, a page, or an action on a page. Written with a slash, so that a list,
 * a file and the audit show it in one piece: '/Creator', 'Claims/' and 'Claims/Creator'. No action has a slash, while pages may.
 */
export type ConflictDuty = { page: string; action: string }

export const writeDuty = ({ page, action }: ConflictDuty): string => `${page}/${action}`

/** `null`: it names neither, or an action that does not exist. */
export function readDuty(written: string): ConflictDuty | null {
  const slash = written.lastIndexOf('/')
  const [page, action] = [written.slice(0, slash).trim(), written.slice(slash + 1).trim()]
  const known = ROLE_ACTIONS.find((one) => one.toLowerCase() === action.toLowerCase()) ?? ''
  if (slash === -1 || (action !== '' && known === '') || (page === '' && known === '')) return null
  return { page, action: known }
}

/** In words: 'Creator', 'Claims', 'Claims · Creator'. */
export function dutyInWords(written: string, nameOfAction: (action: string) => string = (action) => action): string {
  const duty = readDuty(written)
  if (duty === null) return written
  return [duty.page, duty.action && nameOfAction(duty.action)].filter((part) => part !== '').join(' · ')
}
