import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import type { Screen } from '../screen.ts'
import { useListActions } from './actions/ListActions.tsx'
import { RemovableChip } from './filters/RemovableChip.tsx'
import type { useListSearch } from './use-list.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  onColumns: () => void
  onViews: () => void
}

/** On a phone, the menu with everything about a list besides its search and filters. */
export function ListMenu<Row extends RecordRow>({ screen, list: { shown, show }, onColumns, onViews }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const actions = useListActions()
  const showDeleted = (deleted: boolean) => show({ deleted, search: '' })
  const items = [
    { label: t('Columns'), onChoose: onColumns },
    { label: t('Views'), onChoose: onViews },
    ...(permissions.includes(screen.resource.write) && !shown.deleted
      ? [{ label: t('Recently deleted'), onChoose: () => showDeleted(true) }]
      : []),
    ...actions,
  ]
  return (
    <>
      {shown.deleted && <RemovableChip text={t('Recently deleted')} onRemove={() => showDeleted(false)} />}
      <RowMenu label={t('More for this list')} items={() => items} isBusy={actions.some(({ isBusy }) => isBusy)} />
    </>
  )
}
