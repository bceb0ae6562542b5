import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { MenuItem } from '../../../../ui/RowMenu.tsx'

/** An item of the list's menu; a busy one shows there that work is under way. */
export type Action = MenuItem & { isBusy: boolean }
type Show = (id: string, action: Action | null) => void

const Shown = createContext<readonly Action[]>([])
const ShowAction = createContext<Show | null>(null)

/** Around a list: collects the actions beside its title, which on a phone are items of its menu. */
export function ListActions({ children }: { children: ReactNode }) {
  const [actions, setActions] = useState<ReadonlyMap<string, Action>>(new Map())
  const show = useCallback<Show>((id, action) => {
    setActions((now) => {
      const next = new Map(now)
      if (action) next.set(id, action)
      else next.delete(id)
      return next
    })
  }, [])
  const shown = useMemo(() => [...actions.values()], [actions])
  return (
    <ShowAction value={show}>
      <Shown value={shown}>{children}</Shown>
    </ShowAction>
  )
}

export const useListActions = () => useContext(Shown)
export const useShowAction = () => useContext(ShowAction)
