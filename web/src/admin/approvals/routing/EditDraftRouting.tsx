import { type DraftPage, saveDraftRouting } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useDraftChange } from '../versions/use-draft-change.ts'
import { CatchAllInput } from './CatchAllInput.tsx'
import { ParallelInput } from './ParallelInput.tsx'
import { routingChoices } from './routing-words.ts'

/** Changes in a draft which levels are asked, what a rejection does, and who approves what no row covers. */
export function EditDraftRouting({ draft, onClose }: { draft: DraftPage; onClose: () => void }) {
  const { t } = useTranslation()
  // The revision that was shown: somebody else may change the draft while this is open.
  const [revision] = useState(draft.revision)
  const [routing, setRouting] = useState(draft.routing.draft)
  const [hasCatchAll, setHasCatchAll] = useState(routing.catchAllRole !== '')
  const [isRefused, setIsRefused] = useState(false)
  const submit = useDraftChange(saveDraftRouting, onClose)
  const { catchAllClient: _, ...wanted } = routing
  return (
    <WorkDialog
      hasUnsaved={JSON.stringify(routing) !== JSON.stringify(draft.routing.draft)}
      title={t('Change the routing')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          setIsRefused(routing.catchAllRole === '' && hasCatchAll)
          if (routing.catchAllRole !== '' || !hasCatchAll) void submit.run({ draftId: draft._id, revision, ...wanted })
        }}
      >
        <RadioGroup
          label={t('Which levels approve')}
          value={routing.mode}
          onChange={(mode) => setRouting({ ...routing, mode })}
          choices={routingChoices('mode')}
        />
        <ParallelInput value={routing.parallel} onChange={(parallel) => setRouting({ ...routing, parallel })} />
        <RadioGroup
          label={t('What a rejection does')}
          value={routing.rejection}
          onChange={(rejection) => setRouting({ ...routing, rejection })}
          choices={routingChoices('rejection')}
        />
        <p className="versions-note">{t('All this is the same for all clients and pages of the application.')}</p>
        <CatchAllInput
          applicationId={draft.application._id}
          routing={routing}
          onChange={setRouting}
          hasCatchAll={hasCatchAll}
          onToggle={setHasCatchAll}
          error={isRefused && routing.catchAllRole === '' ? t('Role is required') : undefined}
        />
        <WorkEnd work={submit} label={t('Save in the draft')} />
      </form>
    </WorkDialog>
  )
}
