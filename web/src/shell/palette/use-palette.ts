import { mayDoFirstHour } from '@gatehouse/contract/admin/overview/first-hour.ts'
import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { mayOpen, screensFor } from '../screens.ts'
import { type Destination, RECORDS_MAX, SOURCES } from './sources.ts'

/** The list of all keys, which is a dialog and no screen. */
export const SHORTCUTS = 'shortcuts'

export type Entry = Destination | { id: typeof SHORTCUTS; name: string; detail: string }
export type Group = { heading: string; entries: readonly Entry[] }

/** Shows the first steps again on the overview. */
const FIRST_HOUR: Pick<Destination, 'id' | 'link'> = {
  id: 'first-hour',
  link: { to: '/dashboard/overview', search: {}, state: { start: { firstHour: true } } },
}

/** The screens and records that fit what was typed, in groups; only what the person may open. */
export function usePalette(typed: string) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const search = useDebounced(typed.trim())
  const sources = SOURCES.filter(({ to }) => mayOpen(permissions, to))
  const answers = useQueries({
    queries: sources.map(({ heading, find }) => ({
      queryKey: ['options', 'palette', heading, search],
      queryFn: () => find(search),
      placeholderData: keepPreviousData<Destination[]>,
      enabled: search !== '',
    })),
  })

  const screens = screensFor(permissions)
    .map(({ label, to }): Destination => ({ id: to, name: t(label), detail: '', link: { to, search: {} } }))
    .concat(mayDoFirstHour(permissions) ? [{ ...FIRST_HOUR, name: t('First steps'), detail: t('Overview') }] : [])
    .filter(({ name }) => placeIn(name, typed) >= 0)
    .sort((one, other) => placeIn(one.name, typed) - placeIn(other.name, typed))

  const found = answers.map(({ data = [], isPlaceholderData }, index): Group => {
    const known = search === '' ? [] : data.slice(0, RECORDS_MAX)
    // Until what is typed is answered, those of before that fit it.
    const isOld = isPlaceholderData || search !== typed.trim()
    const fitting = isOld ? known.filter(({ name, detail }) => placeIn(`${name} ${detail}`, typed) >= 0) : known
    return { heading: t(sources[index]?.heading ?? ''), entries: fitting }
  })

  const help = [{ id: SHORTCUTS, name: t('Keyboard shortcuts'), detail: '?' } as const]
  const groups: Group[] = [
    { heading: t('Screens'), entries: screens },
    ...found,
    { heading: t('Help'), entries: help.filter(({ name }) => placeIn(name, typed) >= 0) },
  ]
  const failed = answers.filter(({ error }) => error)
  return {
    isSearching: search !== typed.trim() || answers.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    groups: groups.filter(({ entries }) => entries.length > 0),
  }
}

/** How far into a name the typed text stands; -1 when it is not in it. */
function placeIn(name: string, typed: string): number {
  return foldedText(name).indexOf(foldedText(typed))
}
