import { REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import type { Finding } from './lint.ts'

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
})
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const PAISE = 100

/** A finding in plain English. */
export function inWords({ kind, roles, from, to, regions }: Finding): string {
  const who = LIST.format(roles)
  const isEverything = from === 0 && to === null && regions.length === 0
  const where = `${amounts(from, to)}${places(regions)}`
  switch (kind) {
    case 'range-upside-down':
      return `${who}: the range ends below its start, so this role approves nothing.`
    case 'no-region':
      return `${who}: no region is chosen, so this role approves nothing.`
    case 'no-page':
      return `${who}: no page has a document approval of this role, so it approves nothing.`
    case 'no-sequence':
      return `${who}: this role has no sequence, so it comes last.`
    case 'nobody':
      return isEverything ? 'Nobody approves anything.' : `Nobody approves ${where}.`
    case 'no-final':
      return `Nobody gives the final approval of ${where}.`
    case 'after-final':
      return `${who} comes after the final approval of ${where}, and is never asked.`
    case 'overlap':
      return `${who} do the same, one after the other, for ${where}.`
  }
}

function amounts(from: number, to: number | null): string {
  if (to === null) return from === 0 ? 'any amount' : `amounts of ${rupees(from)} and more`
  return from === to ? `the amount ${rupees(from)}` : `amounts from ${rupees(from)} to ${rupees(to)}`
}

const rupees = (paise: number) => RUPEES.format(paise / PAISE)

function places(regions: string[]): string {
  if (regions.length === 0) return ''
  // The findings contain only region codes of the contract.
  return ` in ${LIST.format(regions.map((code) => REGIONS[code as Region] ?? 'all other regions'))}`
}
