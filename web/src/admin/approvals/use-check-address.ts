import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useChangeAddress } from '../../ui/use-change-address.ts'

const VIEWS = ['rules', 'picture', 'explain'] as const

/** A case that is explained, as texts: where one is empty it is not chosen. At most one of the last three is. */
export type Case = {
  pageId: string
  /** Empty: the question is about the page, and not about a document. */
  amount: string
  /** What was approved before of the same case; empty: nothing. */
  earlier: string
  /** The action on the page; empty: to open it. */
  action: string
  region: string
  userId: string
  draftId: string
  version: string
  day: string
}
export type Check = { applicationId: string; clientId: string; view: (typeof VIEWS)[number]; asked: Case }

export const NO_CASE: Case = {
  ...{ pageId: '', amount: '', earlier: '', action: '', region: '', userId: '', draftId: '', version: '', day: '' },
}

/** The names of a case in the address. */
const NAME_OF = {
  ...{ pageId: 'casePage', amount: 'caseAmount', earlier: 'caseEarlier', region: 'caseRegion', userId: 'casePerson' },
  ...{ draftId: 'caseDraft', version: 'caseVersion', day: 'caseDay', action: 'caseAction' },
} as const satisfies Record<keyof Case, string>
const NAMES: readonly string[] = ['checkApplication', 'checkClient', 'check', ...Object.values(NAME_OF)]

/** The check of approvals in the address, so that a link, a reload and Back lead to it. `null`: it is closed. */
export function useCheckAddress() {
  const changeAddress = useChangeAddress()
  const check = readCheck(useSearch({ strict: false }))

  const change = useCallback(
    (next: Partial<Check> | null) =>
      changeAddress({
        search: (now: Record<string, unknown>) => ({
          ...Object.fromEntries(Object.entries(now).filter(([name]) => !NAMES.includes(name))),
          ...(next !== null && writeCheck({ ...read(now), ...next })),
        }),
        replace: true,
        resetScroll: false,
      }),
    [changeAddress],
  )

  return { check, change }
}

function readCheck(query: Record<string, unknown>): Check | null {
  return query.checkApplication === undefined && query.check === undefined ? null : read(query)
}

const read = (query: Record<string, unknown>): Check => ({
  applicationId: textOf(query.checkApplication),
  clientId: textOf(query.checkClient),
  view: VIEWS.find((one) => one === query.check) ?? 'rules',
  asked: Object.fromEntries(Object.entries(NAME_OF).map(([key, name]) => [key, textOf(query[name])])) as Case,
})

/** The query of an address that leads to a check, and to its case. */
export function writeCheck({ applicationId, clientId, view, asked }: Check): Record<string, string> {
  const written = {
    ...{ check: view, checkApplication: applicationId, checkClient: clientId },
    ...Object.fromEntries(Object.entries(NAME_OF).map(([key, name]) => [name, asked[key as keyof Case]])),
  }
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ''))
}

/** An amount may be read as a number. */
const textOf = (sent: unknown): string => (typeof sent === 'string' || typeof sent === 'number' ? String(sent) : '')
