import type { Output } from '@gatehouse/contract/endpoint.ts'
import { brandingParameters, getBranding, type ShownBranding } from '@gatehouse/contract/get-branding.ts'
import { bodyOf } from '../api-error.ts'

type Asked = { query: string; answer: Promise<ShownBranding | null> }

let last: Asked | null = null

/**
 * The branding that the query of a page's address names, or else that of the page before. An address that names none
 * causes no request. A failure gives the portal's own look: it must keep nobody from signing in.
 */
export function brandingFor(search: string): Promise<ShownBranding | null> {
  const given = new URLSearchParams(search)
  for (const name of [...given.keys()]) if (!(name in brandingParameters)) given.delete(name)
  const query = given.toString()
  if (query !== '' && query !== last?.query) last = { query, answer: load(query).catch(() => null) }
  return last?.answer ?? Promise.resolve(null)
}

/** The client or application that the last such address named, for a link that is to open with the same branding. */
export function namedForBranding(): { client?: string; client_id?: string } {
  const given = new URLSearchParams(last?.query)
  const client = given.get('client') ?? given.get('clientIDE')
  const application = given.get('client_id') ?? given.get('clientId')
  return { ...(client && { client }), ...(application && { client_id: application }) }
}

async function load(query: string): Promise<ShownBranding | null> {
  const response = await fetch(`${getBranding.path}?${query}`)
  const { data } = await bodyOf<Output<typeof getBranding>>(response)
  return response.ok ? data.branding : null
}
