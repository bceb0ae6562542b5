import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import {
  addApplicationSecret,
  applicationSecrets,
  endApplicationSecret,
  SECRETS_MAX,
} from '@gatehouse/contract/admin/applications/secrets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import type { RowOf } from '../engine/screen.ts'
import { SecretRow } from './SecretRow.tsx'
import { daysOf, SECRET_ENDS } from './secret-ends.ts'
import '../engine/attach/attachments.css'

type Props = { row: RowOf<typeof applications>; onClose: () => void }

/** The secrets of an application: two at a time, so that it knows the new one before the old one ends. */
export function ApplicationSecrets({ row, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const canChange = useSession().permissions.includes('applications:write')
  const [made, setMade] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const applicationId = row._id
  const secrets = useQuery({
    queryKey: ['applicationSecrets', applicationId],
    queryFn: () => call(applicationSecrets, { applicationId }),
  })
  const change = useAction(async (work: () => Promise<void>) => {
    setDone(null)
    await work()
    void cache.invalidateQueries()
  })
  const title = t('Secrets - {{name}}', { name: row.name.description })
  const canAdd = canChange && secrets.data !== undefined && secrets.data.length < SECRETS_MAX

  function handleAdd(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const input = { applicationId, name: String(sent.get('name')), days: daysOf(String(sent.get('ends'))) }
    void change.run(async () => setMade((await call(addApplicationSecret, input)).secret))
  }
  const handleEnd = (secretId: string, days: number | null) =>
    change.run(async () => {
      await call(endApplicationSecret, { applicationId, secretId, days })
      setDone(t(endApplicationSecret.message))
    })

  if (made !== null)
    return <SecretShown title={title} secret={made} message={t(addApplicationSecret.message)} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} isBusy={change.isBusy}>
      <form className="form" noValidate onSubmit={handleAdd}>
        {secrets.isPending && <Spinner size={24} />}
        <ErrorAlert error={secrets.error} />
        {secrets.data?.length === 0 && (
          <p className="attached-empty">{t('The application has no secret yet. With one it can redeem sign-ins.')}</p>
        )}
        {secrets.data && secrets.data.length > 0 && (
          <ul className="attached">
            {secrets.data.map((secret) => (
              <SecretRow key={secret._id} secret={secret} canChange={canChange} onEnd={handleEnd} />
            ))}
          </ul>
        )}
        {canAdd && (
          <>
            <TextField
              name="name"
              label={t('Name')}
              required
              hint={t('For example where it is used.')}
              maxLength={100}
            />
            <Select name="ends" label={t('Ends')} defaultValue="never">
              {Object.entries(SECRET_ENDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {t(label)}
                </option>
              ))}
            </Select>
          </>
        )}
        {canChange && secrets.data?.length === SECRETS_MAX && (
          <p className="attached-empty">{t('Two secrets are in use. Revoke one of them before you make another.')}</p>
        )}
        <ErrorAlert error={change.error} />
        {done && <Alert tone="success">{done}</Alert>}
        <div className="dialog-buttons">
          <Button variant="neutral" isIdle={change.isBusy} onClick={onClose}>
            {t('Close')}
          </Button>
          {canAdd && (
            <Button type="submit" isBusy={change.isBusy}>
              {t('Make a new secret')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
