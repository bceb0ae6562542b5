import { sendInvitation } from '@gatehouse/contract/admin/people/users.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd, type Success } from '../../ui/FormEnd.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { UserRow } from './user-row.ts'

/** Sends a person who has never signed in a new link to choose a password. */
export function SendInvitation({ row, onClose }: { row: UserRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const [done, setDone] = useState<Success | null>(null)
  const send = useAction(async () => {
    await call(sendInvitation, { userId: row._id })
    setDone({ text: t(sendInvitation.message) })
  })
  const { email, lastSignInAt } = row
  const name = fullName(row)

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
        <FormEnd error={send.error} success={done}>
          <Button variant="neutral" onClick={onClose}>
            {done || lastSignInAt !== null ? t('Close') : t('Cancel')}
          </Button>
          {lastSignInAt === null && !done && (
            <Button isBusy={send.isBusy} onClick={() => void send.run()}>
              {t('Send invitation')}
            </Button>
          )}
        </FormEnd>
      </div>
    </Dialog>
  )
}
