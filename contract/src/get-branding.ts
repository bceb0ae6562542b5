import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const colours = z.object({ primary: z.string(), hover: z.string(), on: z.string(), soft: z.string() })
const inBoth = z.object({ en: z.string(), hi: z.string() })

const shownBranding = z.object({
  name: z.string(),
  /** The path of its picture, or empty. */
  logo: z.string(),
  /** `null`: the portal's own colours. */
  colours: z.nullable(z.object({ light: colours, dark: colours })),
  welcome: inBoth,
  help: inBoth,
  contact: z.string(),
})
export type ShownBranding = z.output<typeof shownBranding>

/** The parameters by which the address of a page before signing in may name a client or an application. */
export const brandingParameters = {
  /** A client, by its id or its id in other systems. */
  client: field.optionalText(100),
  clientIDE: field.optionalText(100),
  /** An application. */
  client_id: field.optionalText(100),
  clientId: field.optionalText(100),
  /** An address of an application. */
  base: field.optionalText(2000),
  /** Names of a pair that is open to self-registration. */
  Application: field.optionalText(200),
  Client: field.optionalText(200),
}

export const getBranding = endpoint({
  method: 'GET',
  path: '/api/signin/branding',
  access: 'public',
  summary:
    'How pages before signing in look for the client or application that their address names, by the same parameters. `null` for unknown ones, and for those that show no look of their own.',
  request: z.object(brandingParameters),
  response: z.object({ branding: z.nullable(shownBranding) }),
})
