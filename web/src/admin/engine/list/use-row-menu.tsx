import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listLink } from '../../../session/list-link.ts'
import { useSession } from '../../../session/use-session.ts'
import { mayOpen } from '../../../shell/screens.ts'
import { type MenuItem, RowMenu } from '../../../ui/RowMenu.tsx'
import { useToasts } from '../../../ui/use-toasts.ts'
import type { Opened } from '../RecordDialogs.tsx'
import type { RowAction, Screen } from '../screen.ts'
import { useResource } from '../use-resource.ts'

/**
 * The menu of a row with what the signed-in person may use; none where that is nothing. Deleted records can only be viewed
 * and restored.
 */
export function useRowMenu<Row extends RecordRow>(
  screen: Screen<Row>,
  isDeletedList: boolean,
  onOpen: (opened: Opened<Row>) => void,
): ((row: Row) => ReactNode) | undefined {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { resource, rowActions = [], isDeletable = () => true } = screen
  const { restore } = useResource(resource)
  const canWrite = permissions.includes(resource.write)

  async function handleRestore(row: Row) {
    try {
      await restore.mutateAsync(row)
      toasts.success(t(resource.restore.message))
    } catch (error) {
      toasts.failure(error, () => handleRestore(row))
    }
  }

  function toItem(row: Row, action: RowAction<Row>): MenuItem {
    return {
      label: t(action.label),
      onChoose() {
        if ('to' in action) void navigate(listLink(action, { _id: row._id, name: screen.nameOf(row) }))
        else onOpen({ kind: 'action', row, Dialog: action.Dialog })
      },
    }
  }

  const canReadHistory = permissions.includes('audit:read')
  const own = rowActions.filter((action) =>
    'to' in action ? mayOpen(permissions, action.to) : permissions.includes(action.permission ?? resource.write),
  )
  if (!canWrite && !canReadHistory && (isDeletedList || own.length === 0)) return undefined

  function itemsOf(row: Row): MenuItem[] {
    const history = canReadHistory ? [{ label: t('History'), onChoose: () => onOpen({ kind: 'history', row }) }] : []
    if (isDeletedList) {
      return canWrite ? [{ label: t('Restore'), onChoose: () => void handleRestore(row) }, ...history] : history
    }
    const at = (where: RowAction<Row>['place']) =>
      own.filter(({ place }) => place === where).map((action) => toItem(row, action))
    const edit = { label: t('Edit'), onChoose: () => onOpen({ kind: 'form', row } as const) }
    const remove = {
      label: t('Delete'),
      isDestructive: true,
      onChoose: () => onOpen({ kind: 'delete', row } as const),
    }
    return [
      ...at(undefined),
      ...(canWrite ? [edit] : []),
      ...at('afterEdit'),
      ...history,
      ...at('beforeDelete'),
      ...(canWrite && isDeletable(row) ? [remove] : []),
    ]
  }

  return (row) => <RowMenu name={screen.nameOf(row)} items={() => itemsOf(row)} />
}
