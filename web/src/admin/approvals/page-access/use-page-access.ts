import { readPageAccess, savePageAccess } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { ApiError } from '../../../api-error.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'

export type Place = { applicationId: string; clientId: string }

/** The actions that a role has on a page; `null`: it may not open the page. */
type Ticked = readonly string[] | null

type Change = { roleId: string; pageId: string; after: Ticked }

const keyOf = (roleId: string, pageId: string) => `${roleId} ${pageId}`
const written = (ticked: Ticked) => (ticked === null ? null : [...ticked].sort().join('\n'))

/** The grid of an application and client, with what was ticked and is not saved yet. */
export function usePageAccess(place: Place) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Change>>(new Map())
  const grid = useQuery({ queryKey: ['pageAccess', place], queryFn: () => call(readPageAccess, place) })
  const stored = new Map(grid.data?.ticks.map(({ roleId, pageId, actions }) => [keyOf(roleId, pageId), actions]))

  const before = (roleId: string, pageId: string): Ticked => stored.get(keyOf(roleId, pageId)) ?? null
  const after = (roleId: string, pageId: string): Ticked => {
    const change = chosen.get(keyOf(roleId, pageId))
    return change === undefined ? before(roleId, pageId) : change.after
  }
  const changes = [...chosen.values()].filter(
    ({ roleId, pageId, after: wanted }) => written(wanted) !== written(before(roleId, pageId)),
  )

  function choose(roleId: string, pageId: string, wanted: Ticked) {
    setChosen((now) => new Map(now).set(keyOf(roleId, pageId), { roleId, pageId, after: wanted }))
  }

  const saving = useAction(async () => {
    const sent = changes.map((change) => ({
      ...change,
      after: change.after && [...change.after],
      before: before(change.roleId, change.pageId)?.slice() ?? null,
    }))
    try {
      await call(savePageAccess, { changes: sent })
    } catch (error) {
      // The grid then shows what has changed, beside what is not saved yet.
      if (error instanceof ApiError && error.code === 409) await grid.refetch()
      throw error
    }
    await cache.invalidateQueries()
    setChosen(new Map())
    toasts.success(t(savePageAccess.message))
  })

  return {
    grid,
    changes,
    saving,
    discard: () => setChosen(new Map()),
    isTicked: (roleId: string, pageId: string, action: string | null) => {
      const ticked = after(roleId, pageId)
      return ticked !== null && (action === null || ticked.includes(action))
    },
    isChanged: (roleId: string, pageId: string, action: string | null) => {
      const has = (ticked: Ticked) => ticked !== null && (action === null || ticked.includes(action))
      return has(before(roleId, pageId)) !== has(after(roleId, pageId))
    },
    /** An action needs its page; without the page there are no actions. */
    toggle(roleId: string, pageId: string, action: string | null) {
      const ticked = after(roleId, pageId)
      if (action === null) choose(roleId, pageId, ticked === null ? [] : null)
      else if (ticked?.includes(action))
        choose(
          roleId,
          pageId,
          ticked.filter((one) => one !== action),
        )
      else choose(roleId, pageId, [...(ticked ?? []), action])
    },
  }
}

export type PageAccess = ReturnType<typeof usePageAccess>
