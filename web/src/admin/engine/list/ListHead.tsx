import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { Screen } from '../screen.ts'
import { toListQuery } from './list-search.ts'
import type { useListSearch } from './use-list.ts'

type Props<Row extends RecordRow> = {
  title: string
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  /** Only with the permission to create records. */
  onNew: (() => void) | undefined
}

export function ListHead<Row extends RecordRow>({ title, screen, list, onNew }: Props<Row>) {
  const { t } = useTranslation()
  const { newLabel, Actions } = screen
  return (
    <div className="list-head">
      <h1>{title}</h1>
      <div className="list-head-actions">
        {Actions && <Actions query={toListQuery(list.shown)} />}
        {onNew && (
          <Button onClick={onNew}>
            <Plus size={16} aria-hidden />
            {t(newLabel)}
          </Button>
        )}
      </div>
    </div>
  )
}
