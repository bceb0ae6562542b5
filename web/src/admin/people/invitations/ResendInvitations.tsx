import {
  INVITATION_DAYS,
  type Invitation,
  type Invited,
  resendInvitations,
} from '@gatehouse/contract/admin/people/invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { AskedInvitations } from './AskedInvitations.tsx'
import { InviteResults } from './InviteResults.tsx'

type Props = { invitations: readonly Invitation[]; onDone: () => void; onClose: () => void }

/** Asks, sends invitations again, and shows what became of each. */
export function ResendInvitations({ invitations, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [results, setResults] = useState<readonly Invited[] | null>(null)
  const sending = useAction(async () => {
    setResults((await call(resendInvitations, { ids: invitations.map(({ _id }) => _id) })).results)
    onDone()
    void cache.invalidateQueries({ queryKey: ['invitations'] })
  })
  return (
    <Dialog title={t('Send again?')} onClose={onClose} isBusy={sending.isBusy}>
      <div className="form">
        {results === null ? (
          <>
            <AskedInvitations invitations={invitations} />
            <p>
              {t('A new link is sent in your name and is valid for {{days}} days. Former links no longer work.', {
                days: INVITATION_DAYS,
              })}
            </p>
          </>
        ) : (
          <InviteResults results={results} />
        )}
        <FormEnd error={sending.error}>
          <Button variant="neutral" isIdle={sending.isBusy} onClick={onClose}>
            {results === null ? t('Cancel') : t('Close')}
          </Button>
          {results === null && (
            <Button isBusy={sending.isBusy} onClick={() => void sending.run()}>
              {t('Send again')}
            </Button>
          )}
        </FormEnd>
      </div>
    </Dialog>
  )
}
