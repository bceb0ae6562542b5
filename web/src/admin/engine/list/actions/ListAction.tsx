import type { LucideIcon } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { useIsPhone } from '../../../../ui/use-phone.ts'
import { useShowAction } from './ListActions.tsx'

type Props = {
  label: string
  Icon?: LucideIcon
  isBusy?: boolean
  onChoose: () => void
}

/** A button beside the title of a list; on a phone an item of the list's menu. */
export function ListAction({ label, Icon, isBusy = false, onChoose }: Props) {
  const id = useId()
  const isPhone = useIsPhone()
  const show = useShowAction()
  const showInMenu = isPhone ? show : null
  const latest = useRef(onChoose)
  latest.current = onChoose

  // An update keeps the place of the item in the menu.
  useLayoutEffect(() => {
    showInMenu?.(id, { label, isBusy, onChoose: () => latest.current() })
  }, [showInMenu, id, label, isBusy])
  useLayoutEffect(() => () => showInMenu?.(id, null), [showInMenu, id])

  if (showInMenu) return null
  return (
    <Button variant="neutral" isBusy={isBusy} onClick={onChoose}>
      {Icon && !isBusy && <Icon size={16} aria-hidden />}
      {label}
    </Button>
  )
}
