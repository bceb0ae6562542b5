import { sendInvitation } from '@gatehouse/contract/admin/people/users.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment } from '../../i18n/format.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { UserRow } from './user-row.ts'

/** Sends a person who has never signed in a new link to choose a password. */
export function SendInvitation({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [isDone, setIsDone] = useState(false)
  const send = useAction(async () => {
    await call(sendInvitation, { userId: row._id })
    setIsDone(true)
  })
  const { email, lastSignInAt } = row
  const name = `${row.firstName} ${row.lastName}`.trim()

  return (
    <Dialog title={t('Send invitation - {{name}}', { name })} onClose={onClose}>
      <div className="form">
        {lastSignInAt === null ? (
          <p>
            {t(
              '{{email}} gets a new link to choose a password. It is valid for three days; earlier links stop working.',
              {
                email,
              },
            )}
          </p>
        ) : (
          <p>
            {t('No invitation is needed: {{name}} has already signed in, last {{time}}.', {
              name,
              time: formatMoment(new Date(lastSignInAt), new Date(), i18n.language),
            })}
          </p>
        )}
        <ErrorAlert error={send.error} />
        {isDone && <Alert tone="success">{t(sendInvitation.message)}</Alert>}
        <div className="dialog-buttons">
          <Button variant="neutral" onClick={onClose}>
            {isDone || lastSignInAt !== null ? t('Close') : t('Cancel')}
          </Button>
          {lastSignInAt === null && !isDone && (
            <Button isBusy={send.isBusy} onClick={() => void send.run()}>
              {t('Send invitation')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
