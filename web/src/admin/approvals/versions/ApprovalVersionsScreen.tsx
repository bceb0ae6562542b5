import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import '../../engine/admin-screen.css'
import { useLinesSearch } from '../../engine/lines/use-lines.ts'
import { OptionFilter } from '../../engine/list/OptionFilter.tsx'
import { DraftList } from './DraftList.tsx'
import { DraftPage } from './DraftPage.tsx'
import { NewDraft } from './NewDraft.tsx'
import { VersionList } from './VersionList.tsx'
import './versions.css'
import { readVersionsSearch } from './versions-search.ts'

/** Drafts and versions of approval matrices; the address may name one draft. */
export function ApprovalVersionsScreen() {
  const { shown } = useLinesSearch(readVersionsSearch)
  return shown.draft === '' ? <Lists /> : <DraftPage key={shown.draft} draftId={shown.draft} />
}

function Lists() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const [isMaking, setMaking] = useState(false)
  const { applicationId } = shown
  const isOfVersions = shown.view === 'versions'
  return (
    <div className="console">
      <div className="list-head">
        <h1>{title}</h1>
        {permissions.includes('approvals:write') && (
          <Button onClick={() => setMaking(true)}>{t('Make a draft')}</Button>
        )}
      </div>
      <div className="list-card">
        <div className="list-toolbar versions-toolbar">
          <SegmentedControl
            label={t('Show')}
            value={isOfVersions ? 'versions' : 'drafts'}
            onChange={(view) => show({ view: view === 'drafts' ? '' : view })}
            choices={[
              { value: 'drafts', label: t('Drafts') },
              { value: 'versions', label: t('Versions') },
            ]}
          />
          <div className="versions-application">
            <OptionFilter
              kind="applications"
              label={t('Application')}
              placeholder={isOfVersions ? t('Choose') : t('All')}
              gone={t('A deleted record')}
              withInactive
              value={applicationId}
              onChange={(chosen) => show({ applicationId: chosen })}
            />
          </div>
        </div>
        {isOfVersions ? <VersionList applicationId={applicationId} /> : <DraftList applicationId={applicationId} />}
      </div>
      {isMaking && <NewDraft applicationId={applicationId} onClose={() => setMaking(false)} />}
    </div>
  )
}
