import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import {
  confirmPublishing,
  type PublishRequest,
  withdrawPublishing,
} from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/announcements.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Decisions } from '../../../ui/Decisions.tsx'
import { decidedIn } from '../../../ui/decided-in.ts'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { reasonOf } from '../../../ui/reason-of.ts'
import { useDraftChange } from '../versions/use-draft-change.ts'
import { ConfirmDraft } from './ConfirmDraft.tsx'
import { SendBack } from './SendBack.tsx'

type Props = {
  request: PublishRequest
  /** `null`: the request is to ask no second person any more. */
  draft: DraftPage | null
}

/** What the caller may do with a request: the asker takes it back, others confirm it or send it back. */
export function RequestDecisions({ request, draft }: Props) {
  const { t } = useTranslation()
  const [decided, setDecided] = useState<'confirm' | 'send-back' | null>(null)
  const handleClose = () => setDecided(null)
  const withdrawing = useWithdrawal()
  const { _id: requestId, isMine, mayConfirm, voidBecause } = request
  if (isMine)
    return (
      <>
        {decidedIn(withdrawing.error) === null && <ErrorAlert error={withdrawing.error} />}
        <Decisions>
          <Button variant="neutral" isBusy={withdrawing.isBusy} onClick={() => void withdrawing.run({ requestId })}>
            {t('Withdraw')}
          </Button>
        </Decisions>
      </>
    )
  return (
    <>
      <Decisions>
        {mayConfirm && voidBecause === null && <Button onClick={() => setDecided('confirm')}>{t('Confirm')}</Button>}
        <Button variant="neutral" onClick={() => setDecided('send-back')}>
          {t('Send back')}
        </Button>
      </Decisions>
      {decided === 'send-back' && <SendBack requestId={requestId} onClose={handleClose} />}
      {decided === 'confirm' && draft !== null && (
        <ConfirmDraft request={request} draft={draft} onClose={handleClose} />
      )}
      {decided === 'confirm' && draft === null && <ConfirmStop requestId={requestId} onClose={handleClose} />}
    </>
  )
}

/** Takes a request back. What somebody else has decided meanwhile is shown by the page, which loads again. */
function useWithdrawal() {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const withdrawing = useDraftChange(withdrawPublishing)
  const { error } = withdrawing
  useEffect(() => {
    if (decidedIn(error) === null) return
    announce({ text: reasonOf(error, t, i18n.language), isFailure: true })
    void cache.invalidateQueries()
  }, [error, cache, t, i18n.language])
  return withdrawing
}

function ConfirmStop({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const confirming = useDraftChange(confirmPublishing, onClose)
  return (
    <ConfirmDialog
      title={t('Ask no second person any more?')}
      confirmLabel={t('Confirm')}
      isBusy={confirming.isBusy}
      error={confirming.error}
      onConfirm={() => void confirming.run({ requestId, revision: null, version: null })}
      onClose={onClose}
    >
      <p>{t('From then on one person alone changes what people may approve in this application.')}</p>
    </ConfirmDialog>
  )
}
