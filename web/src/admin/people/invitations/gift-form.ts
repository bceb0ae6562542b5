import { INVITED_MAX } from '@gatehouse/contract/admin/people/invitations.ts'
import { MESSAGE_LANGUAGES } from '@gatehouse/contract/notices.ts'
import * as z from 'zod/mini'
import { NO_DAYS, termOf } from '../../../access-requests/assignment-days.ts'
import { addressesIn } from './addresses-in.ts'

const pair = {
  applicationId: z.string(),
  clientId: z.string(),
  role: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
}

/** What an invitation gives. The application is given for a client with a role, or not at all. */
const NEEDED = {
  applicationId: 'Application is required',
  clientId: 'Client Name is required',
  role: 'Role is required',
} as const

export const invitationForm = z
  .object({
    emails: z.string().check(
      z.refine((text) => addressesIn(text).length > 0, 'Email is required'),
      z.refine((text) => addressesIn(text).length <= INVITED_MAX, `At most ${INVITED_MAX} addresses at once`),
    ),
    ...pair,
    roleId: z.string(),
    language: z.enum(MESSAGE_LANGUAGES),
  })
  .check(({ value, issues }) => {
    const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[]
    if (names.every((name) => value[name] === '')) return
    for (const name of names)
      if (value[name] === '') issues.push({ code: 'custom', message: NEEDED[name], path: [name], input: value })
  })
export type InvitationForm = z.output<typeof invitationForm>

export const EMPTY_INVITATION = { emails: '', applicationId: '', clientId: '', role: '', ...NO_DAYS, roleId: '' }

/** As the server takes it. */
export const toInvite = ({ emails, applicationId, clientId, roleId, firstDay, lastDay, ...rest }: InvitationForm) => ({
  ...rest,
  emails: addressesIn(emails),
  ...{ applicationId: applicationId || null, clientId: clientId || null, roleId: roleId || null },
  ...termOf({ firstDay, lastDay }),
})
