import { type DraftPage, keepDraftChange, undoDraftChange } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { DraftState } from '../versions/DraftState.tsx'
import { useDraftChange } from '../versions/use-draft-change.ts'
import { EditDraftRouting } from './EditDraftRouting.tsx'
import { routingText } from './routing-words.ts'

type Props = { draft: DraftPage; mayWrite: boolean }

/** The routing of a draft beside the one that counts. */
export function DraftRouting({ draft, mayWrite }: Props) {
  const { t } = useTranslation()
  const [isEdited, setIsEdited] = useState(false)
  const undoing = useDraftChange(undoDraftChange)
  const keeping = useDraftChange(keepDraftChange)
  const { state, draft: inDraft, current } = draft.routing
  const target = { draftId: draft._id, revision: draft.revision, roleId: null, pageId: null }
  return (
    <div className="draft-part">
      <ErrorAlert error={undoing.error ?? keeping.error} />
      <div className="cell-lines">
        <b>{t('In the draft')}</b>
        <p className="draft-routing">{routingText(inDraft)}</p>
        <DraftState state={state} />
      </div>
      {state !== 'same' && (
        <div className="cell-lines">
          <b>{t('Counts now')}</b>
          <p className="draft-routing">{routingText(current)}</p>
        </div>
      )}
      {mayWrite && (
        <div className="draft-buttons">
          <Button variant="neutral" onClick={() => setIsEdited(true)}>
            {t('Change the routing')}
          </Button>
          {state === 'clash' && (
            <Button variant="neutral" isBusy={keeping.isBusy} onClick={() => void keeping.run(target)}>
              {t('Keep this change')}
            </Button>
          )}
          {state !== 'same' && (
            <Button variant="neutral" isBusy={undoing.isBusy} onClick={() => void undoing.run(target)}>
              {t('Undo this change')}
            </Button>
          )}
        </div>
      )}
      {isEdited && <EditDraftRouting draft={draft} onClose={() => setIsEdited(false)} />}
    </div>
  )
}
