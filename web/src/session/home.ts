import type { Session } from '@gatehouse/contract/session.ts'

/** Whether somebody may do anything in the console. */
export const mayUseConsole = (session: Pick<Session, 'permissions'> | null): boolean =>
  session !== null && session.permissions.length > 0

/** Where somebody lands who has asked for no page: what needs attention, or their applications. */
export const homeOf = (session: Pick<Session, 'permissions'> | null) =>
  mayUseConsole(session) ? '/dashboard/overview' : '/dashboard/app'
