import type { Permission } from '@gatehouse/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useSession } from '../../../../session/use-session.ts'
import { ListAction } from './ListAction.tsx'

type Props = {
  label: string
  Icon: LucideIcon
  permission: Permission
  Form: ComponentType<{ onClose: () => void }>
}

/** Opens a dialog that changes many records; what is shown is loaded again afterwards. */
export function DialogAction({ label, Icon, permission, Form }: Props) {
  const { permissions } = useSession()
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)

  function handleClose() {
    setIsOpen(false)
    void cache.invalidateQueries()
  }

  if (!permissions.includes(permission)) return null
  return (
    <>
      <ListAction label={label} Icon={Icon} onChoose={() => setIsOpen(true)} />
      {isOpen && <Form onClose={handleClose} />}
    </>
  )
}
