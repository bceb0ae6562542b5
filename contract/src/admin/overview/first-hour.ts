import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import type { Permission } from '../../permissions.ts'

/**
 * What leads from an empty portal to the first tile that works, in order: each step, and the permission that it needs. A step
 * is done when the database holds the fact that it stands for, and open again when that fact is lost.
 */
export const FIRST_HOUR_STEPS = {
  /** An email was accepted by a mail server as it is configured now; the inbox of development is none. */
  mail: 'messages:write',
  /** An active client. */
  client: 'clients:write',
  /** An active application. */
  application: 'applications:write',
  /** A role of an active application for an active client. */
  role: 'approvals:write',
  /** Two active people. */
  person: 'users:write',
  /** An active person has a role in an active application for an active client. */
  assignment: 'users:write',
  /** An application has signed somebody in: it redeemed a launch token, or an OpenID Connect sign-in ended. */
  test: 'applications:write',
} as const satisfies Record<string, Permission>

export type FirstHourStep = keyof typeof FIRST_HOUR_STEPS

const STEPS = Object.keys(FIRST_HOUR_STEPS) as [FirstHourStep, ...FirstHourStep[]]

/** Whether somebody may do every step: then they may also hide the list, and show it again. */
export const mayDoFirstHour = (permissions: readonly string[]): boolean =>
  Object.values(FIRST_HOUR_STEPS).every((permission) => permissions.includes(permission))

const named = z.nullable(z.object({ _id: z.string(), name: z.string() }))

/** The records that a step goes on with, where there are such: the newest of each kind. */
const about = z.object({
  /** `mail`: the mail server that is to be tested. */
  gateway: named,
  application: named,
  client: named,
  role: z.nullable(z.string()),
  /** `assignment`: the newest person who is not the caller. */
  person: named,
  /** `test`: the application has nothing to prove itself with. */
  needsSecret: z.boolean(),
  /** `test`: the caller has a tile. */
  hasTile: z.boolean(),
})

const step = z.object({
  kind: z.enum(STEPS),
  isDone: z.boolean(),
  /** The step that must be done first; `null`: it can be done now. */
  waitsFor: z.nullable(z.enum(STEPS)),
  about,
})

/** The steps that the caller may do. */
export const firstHourSteps = z.array(step)
export type FirstHour = z.output<typeof firstHourSteps>

export const showFirstHour = endpoint({
  method: 'POST',
  path: '/api/admin/overview/firstHour',
  access: 'session',
  serviceAccounts: true,
  summary:
    'Hides the steps of the first hour on the overview of everybody, or shows them again. For people who may do every step.',
  request: z.object({ isShown: z.boolean() }),
  response: z.object({}),
})
