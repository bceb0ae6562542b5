import { listOptions } from '@gatehouse/contract/admin/engine/options.ts'
import { mayDoFirstHour } from '@gatehouse/contract/admin/overview/first-hour.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { type ListFilter, type ListSearchFor, recordLink } from '../../session/list-link.ts'
import type { StartValues } from '../../session/start-values.ts'
import { useSession } from '../../session/use-session.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { mayOpen, screensFor } from '../screens.ts'

/** One way to go. */
export type Destination = {
  id: string
  name: string
  detail: string
  to: NonNullable<LinkProps['to']>
  search: Record<string, string>
  /** What is begun there. */
  start?: StartValues
}

type Kind = 'people' | 'applications' | 'clients'

const RECORDS_MAX = 5

/** Where a record is shown: its list, narrowed to it. Only who may open the list finds records. */
const LISTS: Record<Kind, ListFilter | ListSearchFor> = {
  people: { to: '/dashboard/user', filter: 'userId' },
  applications: { to: '/dashboard/eaiapplication', field: 'description' },
  clients: { to: '/dashboard/client', field: 'displayName' },
}

/** Shows the first steps again on the overview. */
const FIRST_HOUR: Omit<Destination, 'name' | 'detail'> = {
  ...{ id: 'first-hour', to: '/dashboard/overview', search: {} },
  start: { firstHour: true },
}

/** The screens and records that fit what was typed, in groups; only what the person may open. */
export function usePalette(typed: string) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const settled = useDebounced(typed.trim())
  const people = useRecords('people', settled, typed)
  const applications = useRecords('applications', settled, typed)
  const clients = useRecords('clients', settled, typed)

  const screens = screensFor(permissions)
    .map(({ label, to }): Destination => ({ id: to, name: t(label), detail: '', to, search: {} }))
    .concat(mayDoFirstHour(permissions) ? [{ ...FIRST_HOUR, name: t('First steps'), detail: t('Overview') }] : [])
    .filter(({ name }) => placeIn(name, typed) >= 0)
    .sort((one, other) => placeIn(one.name, typed) - placeIn(other.name, typed))

  return {
    isSearching: settled !== typed.trim() || [people, applications, clients].some(({ isFetching }) => isFetching),
    error: people.error ?? applications.error ?? clients.error,
    groups: [
      { heading: t('Screens'), entries: screens },
      { heading: t('People'), entries: people.found },
      { heading: t('Applications'), entries: applications.found },
      { heading: t('Clients'), entries: clients.found },
    ].filter(({ entries }) => entries.length > 0),
  }
}

/** How far into a name the typed text stands; -1 when it is not in it. */
function placeIn(name: string, typed: string): number {
  return name.toLocaleLowerCase().indexOf(typed.trim().toLocaleLowerCase())
}

/** Records that fit `search`; while that is not what is typed, or not answered, those of before that fit what is typed. */
function useRecords(kind: Kind, search: string, typed: string) {
  const { permissions } = useSession()
  const list = LISTS[kind]
  const isAsked = search !== '' && mayOpen(permissions, list.to)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['options', kind, 'palette', search],
    queryFn: () => call(listOptions, { kind, search }),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  const isOld = isPlaceholderData || search !== typed.trim()
  const known = (isAsked ? (data ?? []) : []).slice(0, RECORDS_MAX)
  const fitting = isOld ? known.filter(({ name, detail }) => placeIn(`${name} ${detail}`, typed) >= 0) : known
  const found = fitting.map((record): Destination => {
    return { id: record._id, name: record.name, detail: record.detail, ...recordLink(list, record) }
  })
  return { found, error, isFetching }
}
