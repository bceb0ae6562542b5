import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES } from '../../notices.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { assignmentDates } from './assignments.ts'

/** An invitation is valid for so long after it was sent. */
export const INVITATION_DAYS = 7
/** The addresses of one call, and the rows of one file. */
export const INVITED_MAX = 500

/** A refused one is open, and a rule of separation of duties has refused its acceptance since it was sent. */
export const INVITATION_STATES = ['open', 'refused', 'expired', 'accepted', 'revoked'] as const

const named = z.object({ _id: z.string(), name: z.string() })

const invitation = z.object({
  _id: z.string(),
  email: z.string(),
  state: z.enum(INVITATION_STATES),
  /** What it gives; `null` or empty: nothing. */
  application: z.nullable(named),
  client: z.nullable(named),
  applicationRole: z.string(),
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  role: z.nullable(named),
  /** The name of who sent it last: it gives no more than they may give. */
  sentBy: z.string(),
  /** `false`: they are no longer active, or the session in which they sent it was distrusted, and the link is void until somebody else sends it again. */
  isSenderActive: z.boolean(),
  /** How often it was sent. */
  sends: z.number(),
  sentAt: z.string(),
  expiresAt: z.string(),
  /** When its acceptance was refused last, since it was sent; `null`: never. */
  refusedAt: z.nullable(z.string()),
  /** When it was accepted or revoked. */
  settledAt: z.nullable(z.string()),
  /** Who has accepted it. */
  person: z.nullable(named),
})
export type Invitation = z.output<typeof invitation>

/** What became of one address. */
export const INVITE_OUTCOMES = ['sent', 'sent-again', 'has-account', 'invalid', 'limited', 'refused'] as const

const invited = z.object({
  email: z.string(),
  outcome: z.enum(INVITE_OUTCOMES),
  /** For `has-account`: the person, for callers who may see people. */
  userId: z.nullable(z.string()),
  /** For `refused`: why. */
  message: z.string(),
})
export type Invited = z.output<typeof invited>

const results = z.object({ results: z.array(invited) })
const ids = z.array(field.id()).check(z.minLength(1, 'Choose an invitation'), z.maxLength(INVITED_MAX, 'Too Long!'))

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'users:read',
  summary: 'Invitations of one state, those sent last first, one page at a time.',
  request: z.object({
    /** Left out: open ones. */
    state: z.optional(z.enum(INVITATION_STATES)),
    /** A part of the address. */
    search: field.search(),
    ...pageAsked,
  }),
  response: pageOf(invitation),
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/invite',
  access: 'users:write',
  touches: ['people'],
  summary:
    'Sends an invitation to each address, and says what became of each. An address with an account gets none; an open invitation is replaced. It may give an application for a client with a role, and a role in the portal, as far as the caller may give them.',
  message: 'Done',
  request: z.object({
    /** As typed: an invalid one is named in the answer, and does not stop the others. */
    emails: z
      .array(z.string().check(z.trim(), z.maxLength(500, 'Too Long!')))
      .check(z.minLength(1, 'Email is required'), z.maxLength(INVITED_MAX, `At most ${INVITED_MAX} addresses at once`)),
    /** Application, client and role in the application: all or none. */
    applicationId: z.optional(z.nullable(field.id())),
    clientId: z.optional(z.nullable(field.id())),
    role: field.textOrEmpty(100),
    ...assignmentDates,
    /** The role in the portal. */
    roleId: z.optional(z.nullable(field.id())),
    /** Of the message, and of the account until its person chooses one. */
    language: z.optional(z.enum(MESSAGE_LANGUAGES)),
  }),
  response: results,
})

export const resendInvitations = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/resend',
  access: 'users:write',
  touches: ['people'],
  summary:
    'Sends open, refused and expired invitations again, with a new link, in the name of the caller: they give no more than the caller may give.',
  message: 'Done',
  request: z.object({ ids }),
  response: results,
})

export const revokeInvitations = endpoint({
  method: 'POST',
  path: '/api/admin/invitations/revoke',
  access: 'users:write',
  touches: [],
  summary: 'Voids the links of open, refused and expired invitations.',
  message: 'Invitation Revoked',
  request: z.object({ ids }),
  response: z.object({ revoked: z.number() }),
})
