import { useScreenTitle } from '../../session/use-screen-title.ts'
import { ListActions } from '../engine/list/actions/ListActions.tsx'
import '../engine/admin-screen.css'
import { ActivityTable } from './ActivityTable.tsx'
import { ActivityToolbar } from './ActivityToolbar.tsx'
import './activity.css'
import { toActivityFilter } from './activity-search.ts'
import { DownloadActivity } from './DownloadActivity.tsx'
import { useActivitySearch } from './use-activity.ts'

/** Who did what, when and from where. */
export function ActivityScreen() {
  const { shown, show } = useActivitySearch()
  const title = useScreenTitle()

  return (
    <ListActions>
      <div className="console list-page">
        <div className="list-head">
          <h1>{title}</h1>
          <div className="list-head-actions">
            <DownloadActivity filter={toActivityFilter(shown)} />
          </div>
        </div>
        <div className="list-card">
          <ActivityToolbar shown={shown} onShow={show} />
          <ActivityTable shown={shown} onShow={show} />
        </div>
      </div>
    </ListActions>
  )
}
