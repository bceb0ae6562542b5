import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { useChangeAddress } from '../../ui/use-change-address.ts'
import { writeLinesSearch } from '../engine/lines/lines-search.ts'
import { ListActions } from '../engine/list/actions/ListActions.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { ActivityToolbar } from './ActivityToolbar.tsx'
import './activity.css'
import { type ActivitySearch, readActivitySearch, toActivityFilter } from './activity-search.ts'
import { DownloadActivity } from './DownloadActivity.tsx'

/** Records that do things, too. */
export type Doer = 'person' | 'account'

/** English. */
const LABELS: Record<Doer, { to: string; by: string }> = {
  person: { to: 'About this person', by: 'By this person' },
  account: { to: 'About this account', by: 'By this account' },
}

type Props = { id: string; doer?: Doer | undefined }

/**
 * What happened to one record, newest first; of a person or a service account also what they did. Which of both, and the
 * filters, are in the address.
 */
export function RecordActivity({ id, doer }: Props) {
  const { t } = useTranslation()
  const changeAddress = useChangeAddress()
  const address: Record<string, unknown> = useSearch({ strict: false })
  const isDoneBy = doer !== undefined && address.by === 'them'
  const shared = isDoneBy ? 'who' : 'what'
  const filters = filtersOf(address, isDoneBy)
  const isNarrowed = Object.keys(writeLinesSearch({ ...filters, page: 1 })).length > 0
  const shown: ActivitySearch = { ...filters, ...(isDoneBy ? { actorId: id } : { subjectId: id }) }

  function show(by: boolean, change: Partial<ActivitySearch>) {
    changeAddress({
      search: (now) => ({
        ...(by && { by: 'them' }),
        ...writeLinesSearch({ ...filtersOf(now, by), page: 1, ...change }),
      }),
      state: true,
      resetScroll: false,
    })
  }

  return (
    <ListActions>
      <div className="list-card">
        <div className="record-bar">
          {doer !== undefined && (
            <SegmentedControl
              label={t('Which activity')}
              choices={[
                { value: 'to', label: t(LABELS[doer].to) },
                { value: 'by', label: t(LABELS[doer].by) },
              ]}
              value={isDoneBy ? 'by' : 'to'}
              onChange={(value) => show(value === 'by', {})}
            />
          )}
          <DownloadActivity filter={toActivityFilter(shown)} />
        </div>
        <ActivityToolbar shown={shown} onShow={(change) => show(isDoneBy, change)} shared={shared} />
        <ActivityTable
          key={String(isDoneBy)}
          shown={shown}
          shared={shared}
          isNarrowed={isNarrowed}
          onShow={(change) => show(isDoneBy, change)}
        />
      </div>
    </ListActions>
  )
}

/** What the address narrows the lines of a record by: whose they are is no filter. */
function filtersOf(address: Record<string, unknown>, isDoneBy: boolean): ActivitySearch {
  return {
    ...readActivitySearch(address),
    subjectId: '',
    subject: '',
    ...(isDoneBy ? { actorId: '' } : { sessionId: '' }),
  }
}
