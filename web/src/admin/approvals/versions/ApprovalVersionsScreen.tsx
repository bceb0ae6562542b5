import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import '../../engine/admin-screen.css'
import { useLinesSearch } from '../../engine/lines/use-lines.ts'
import { OptionFilter } from '../../engine/list/OptionFilter.tsx'
import { ReplayList } from '../replays/ReplayList.tsx'
import { CurrentRouting } from '../routing/CurrentRouting.tsx'
import { SecondPerson } from '../second-person/SecondPerson.tsx'
import { DraftList } from './DraftList.tsx'
import { NewDraft } from './NewDraft.tsx'
import { VersionList } from './VersionList.tsx'
import './versions.css'
import { LIST_VIEWS, readVersionsSearch } from './versions-search.ts'

const DraftPage = lazyPart(() => import('./DraftPage.tsx'), 'DraftPage')
const ImportSheet = lazyDialog(() => import('../sheets/ImportSheet.tsx'), 'ImportSheet', 'Import a sheet')
const NewReplay = lazyDialog(() => import('../replays/NewReplay.tsx'), 'NewReplay', 'Replay decisions')
const ReplayPage = lazyPart(() => import('../replays/ReplayPage.tsx'), 'ReplayPage')

/** Drafts, versions and replays of approval matrices; the address may name one draft or replay. */
export function ApprovalVersionsScreen() {
  const { shown } = useLinesSearch(readVersionsSearch)
  if (shown.replay !== '') return <ReplayPage key={shown.replay} replayId={shown.replay} />
  return shown.draft === '' ? <Lists /> : <DraftPage key={shown.draft} draftId={shown.draft} />
}

function Lists() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const [made, setMade] = useState<'draft' | 'replay' | 'sheet' | null>(null)
  const { applicationId } = shown
  const view = LIST_VIEWS.find((one) => one === shown.view) ?? 'drafts'
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {permissions.includes('approvals:write') && (
          <div className="draft-buttons">
            <Button variant="neutral" onClick={() => setMade('replay')}>
              {t('Replay decisions')}
            </Button>
            <Button variant="neutral" onClick={() => setMade('sheet')}>
              {t('Import a sheet')}
            </Button>
            <Button onClick={() => setMade('draft')}>{t('Make a draft')}</Button>
          </div>
        )}
      </div>
      <div className="list-card">
        <div className="list-toolbar">
          <SegmentedControl
            label={t('Show')}
            value={view}
            onChange={(chosen) => show({ view: chosen === 'drafts' ? '' : chosen })}
            choices={[
              { value: 'drafts', label: t('Drafts') },
              { value: 'versions', label: t('Versions') },
              { value: 'replays', label: t('Replays') },
            ]}
          />
          <div className="versions-application">
            <OptionFilter
              kind="applications"
              label={t('Application')}
              placeholder={view === 'versions' ? t('Choose') : t('All')}
              gone={t('A deleted record')}
              withInactive
              value={applicationId}
              onChange={(chosen) => show({ applicationId: chosen })}
            />
          </div>
        </div>
        {applicationId !== '' && view !== 'replays' && (
          <>
            <CurrentRouting key={applicationId} applicationId={applicationId} />
            <SecondPerson key={`second ${applicationId}`} applicationId={applicationId} />
          </>
        )}
        {view === 'drafts' && <DraftList applicationId={applicationId} />}
        {view === 'versions' && <VersionList applicationId={applicationId} />}
        {view === 'replays' && <ReplayList applicationId={applicationId} />}
      </div>
      {made === 'draft' && <NewDraft applicationId={applicationId} onClose={() => setMade(null)} />}
      {made === 'sheet' && <ImportSheet applicationId={applicationId} onClose={() => setMade(null)} />}
      {made === 'replay' && <NewReplay applicationId={applicationId} onClose={() => setMade(null)} />}
    </div>
  )
}
