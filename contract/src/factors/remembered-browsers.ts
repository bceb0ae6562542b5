import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'

/** How long a browser is remembered. */
export const REMEMBERED_DAYS = 30

export const rememberedBrowser = z.object({
  _id: z.string(),
  /** Empty when it is unknown. */
  browser: z.string(),
  /** Empty when it is unknown. */
  system: z.string(),
  /** Where it was used last. */
  ip: z.string(),
  rememberedAt: z.string(),
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** It is the one that asks. */
  isCurrent: z.boolean(),
})

export type RememberedBrowser = z.output<typeof rememberedBrowser>

export const listRememberedBrowsers = endpoint({
  method: 'GET',
  path: '/api/session/rememberedBrowsers',
  access: 'session',
  whileActing: 'read',
  summary: 'The browsers in which one signs in without the second step, the one used last first.',
  request: z.object({}),
  response: z.array(rememberedBrowser),
})

export const forgetBrowser = endpoint({
  method: 'POST',
  path: '/api/session/rememberedBrowsers/forget',
  access: 'session',
  summary: 'Forgets one of one’s own remembered browsers: the next sign-in there has both steps.',
  message: 'Browser Forgotten',
  request: z.object({ browserId: field.id() }),
  response: z.object({}),
})

export const forgetAllBrowsers = endpoint({
  method: 'POST',
  path: '/api/session/rememberedBrowsers/forgetAll',
  access: 'session',
  summary: 'Forgets all of one’s own remembered browsers.',
  message: 'Browsers Forgotten',
  request: z.object({}),
  response: z.object({ forgotten: z.number() }),
})
