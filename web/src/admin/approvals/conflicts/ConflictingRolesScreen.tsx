import { EXCEPTION_STATES } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import '../../engine/admin-screen.css'
import { oneOf, pageOf } from '../../engine/lines/lines-search.ts'
import { useLinesSearch } from '../../engine/lines/use-lines.ts'
import { ConflictExceptions } from './ConflictExceptions.tsx'
import { ExceptPerson } from './ExceptPerson.tsx'
import { HeldConflicts } from './HeldConflicts.tsx'

const readSearch = (query: Record<string, unknown>) => ({
  show: oneOf(EXCEPTION_STATES, query.show),
  page: pageOf(query.page),
})

/** Who breaks a rule of separation of duties today, and who is excepted from one. */
export function ConflictingRolesScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const [isAdding, setAdding] = useState(false)
  const mayWrite = permissions.includes('approvals:write')
  const list = { label: title, page: shown.page, mayWrite, onShow: show }
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {mayWrite && permissions.includes('approvals:read') && (
          <Button onClick={() => setAdding(true)}>{t('Add an exception')}</Button>
        )}
      </div>
      <div className="list-card">
        <div className="list-toolbar">
          <SegmentedControl
            label={t('Show')}
            value={shown.show || 'held'}
            onChange={(chosen) => show({ show: chosen === 'held' ? '' : chosen })}
            choices={[
              { value: 'held', label: t('Conflicts') },
              { value: 'current', label: t('Exceptions') },
              { value: 'past', label: t('Past exceptions') },
            ]}
          />
        </div>
        {shown.show === '' ? (
          <HeldConflicts {...list} />
        ) : (
          <ConflictExceptions {...list} state={shown.show === 'past' ? 'past' : 'current'} />
        )}
      </div>
      {isAdding && <ExceptPerson onClose={() => setAdding(false)} />}
    </div>
  )
}
