import { endActing } from '@gatehouse/contract/acting.ts'
import { call } from '../api.ts'
import { announceSessionEnd } from './session-channel.ts'

/** Ends acting for a person, and leaves their pages for their record in the console. Never resolves once it has ended. */
export async function leaveActing(userId: string): Promise<void> {
  await call(endActing, {})
  announceSessionEnd('ended')
  leaveFor(userId)
  await new Promise(() => {})
}

/** Loaded, not routed to: nothing of the person stays in this page. */
export const leaveFor = (userId: string) => window.location.assign(`/dashboard/users/${userId}`)
