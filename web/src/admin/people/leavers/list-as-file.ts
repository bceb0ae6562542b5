import { addressesIn } from '../invitations/addresses-in.ts'

/** A typed list in the form in which the server reads lists; `null`: nobody stands in it. Whoever stands there twice is sent once. */
export function listAsFile(typed: string): File | null {
  const byName = new Map(addressesIn(typed).map((name) => [name.toLowerCase(), name]))
  const names = [...byName.values()].filter((name) => name !== '')
  if (names.length === 0) return null
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`)
  return new File([['email', ...quoted].join('\r\n')], 'leavers.csv', { type: 'text/csv' })
}
