import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { writeLinesSearch } from '../engine/lines/lines-search.ts'
import { ActivityTable } from './ActivityTable.tsx'
import './activity.css'
import { useChangeAddress } from '../../ui/use-change-address.ts'
import { type ActivitySearch, readActivitySearch } from './activity-search.ts'

/** Records that do things, too. */
export type Doer = 'person' | 'account'

/** English. */
const LABELS: Record<Doer, { to: string; by: string }> = {
  person: { to: 'About this person', by: 'By this person' },
  account: { to: 'About this account', by: 'By this account' },
}

type Props = { id: string; doer?: Doer | undefined }

/** What happened to one record, newest first; of a person or a service account also what they did. Which of both is in the address. */
export function RecordActivity({ id, doer }: Props) {
  const { t } = useTranslation()
  const changeAddress = useChangeAddress()
  const address: Record<string, unknown> = useSearch({ strict: false })
  const isDoneBy = doer !== undefined && address.by === 'them'
  const shown: ActivitySearch = {
    ...readActivitySearch({ page: address.page }),
    ...(isDoneBy ? { actorId: id } : { subjectId: id }),
  }

  function show(by: boolean, { page = 1 }: Partial<ActivitySearch> = {}) {
    const search: Record<string, string> = {
      ...(by && { by: 'them' }),
      ...writeLinesSearch({ ...readActivitySearch({}), page }),
    }
    changeAddress({ search, state: true, resetScroll: false })
  }

  return (
    <div className="list-card">
      {doer !== undefined && (
        <div className="record-bar">
          <SegmentedControl
            label={t('Which activity')}
            choices={[
              { value: 'to', label: t(LABELS[doer].to) },
              { value: 'by', label: t(LABELS[doer].by) },
            ]}
            value={isDoneBy ? 'by' : 'to'}
            onChange={(value) => show(value === 'by')}
          />
        </div>
      )}
      <ActivityTable
        key={String(isDoneBy)}
        shown={shown}
        shared={isDoneBy ? 'who' : 'what'}
        onShow={(change) => show(isDoneBy, change)}
      />
    </div>
  )
}
