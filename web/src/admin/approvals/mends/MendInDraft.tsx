import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { mendDraft } from '@gatehouse/contract/admin/approvals/mends.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Finding } from '../approval-finding.ts'
import { DRAFTS, useDraftCall } from '../versions/use-draft-change.ts'
import { MendChoice } from './MendChoice.tsx'
import { useMends } from './use-mends.ts'

type Props = {
  finding: Finding
  place: { applicationId: string; clientId: string }
  draft: DraftPage
  onClose: () => void
}

/** Mends a finding in the draft that has it. */
export function MendInDraft({ finding, place, draft, onClose }: Props) {
  const { t } = useTranslation()
  const [revision] = useState(draft.revision)
  const asked = { draftId: draft._id, clientId: place.clientId, finding: finding.key }
  const { loaded, value, asks, choose } = useMends({ ...asked, applicationId: place.applicationId })
  const run = useDraftCall(mendDraft)
  const cache = useQueryClient()
  // The finding goes with the comparison that is loaded again, and with it this dialog: a refusal is read before that.
  const close = () => {
    void cache.invalidateQueries({ queryKey: [DRAFTS] })
    onClose()
  }
  const submit = useAction(async (mend: NonNullable<typeof asks>) => {
    await run({ ...asked, revision, ...mend })
  }, close)
  return (
    <ConfirmDialog
      title={t('Mend this problem')}
      confirmLabel={t('Change the draft')}
      isBusy={submit.isBusy}
      error={submit.error}
      isBlocked={asks === undefined}
      onConfirm={() => asks && void submit.run(asks)}
      onClose={close}
    >
      <MendChoice finding={finding} loaded={loaded} value={value} onChange={choose} />
    </ConfirmDialog>
  )
}
