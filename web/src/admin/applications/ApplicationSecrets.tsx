import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import {
  addApplicationSecret,
  applicationSecrets,
  endApplicationSecret,
  SECRETS_MAX,
} from '@gatehouse/contract/admin/applications/secrets.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { UnsavedOnPage } from '../../ui/unsaved/UnsavedOnPage.tsx'
import { NewSecretFields } from '../engine/attach/NewSecretFields.tsx'
import { SecretsDialog } from '../engine/attach/SecretsDialog.tsx'
import { NEVER_SHOWN, useSecretChanges } from '../engine/attach/use-secret-changes.ts'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import type { RowOf } from '../engine/screen.ts'
import { SecretRow } from './SecretRow.tsx'
import '../engine/attach/attachments.css'

type Row = RowOf<typeof applications>

/** The secrets of an application, over the list. */
export function ApplicationSecrets({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  const state = useSecrets(row)
  const title = t('Secrets - {{name}}', { name: row.name.description })
  return (
    <SecretsDialog title={title} state={state} message={t(addApplicationSecret.message)} onClose={onClose}>
      {(close) => <SecretsForm state={state}>{close}</SecretsForm>}
    </SecretsDialog>
  )
}

/** The same on the page of the application. */
export function SecretsSection({ row }: { row: Row }) {
  const { t } = useTranslation()
  const state = useSecrets(row)
  const title = t('Secrets - {{name}}', { name: row.name.description })
  return (
    <>
      <SecretsForm state={state} />
      <UnsavedOnPage
        hasUnsaved={state.fields.name !== ''}
        isBusy={state.isMaking}
        title={title}
        success={t(NEVER_SHOWN, { title })}
      />
      {state.made !== null && (
        <SecretShown
          title={title}
          secret={state.made}
          message={t(addApplicationSecret.message)}
          onClose={state.hideMade}
        />
      )}
    </>
  )
}

function useSecrets({ _id: applicationId }: Row) {
  const { t } = useTranslation()
  const canChange = useSession().permissions.includes('applications:write')
  const { change, announce, handleMake, ...shown } = useSecretChanges()
  const secrets = useQuery({
    queryKey: ['applicationSecrets', applicationId],
    queryFn: () => call(applicationSecrets, { applicationId }),
  })
  const handleAdd = (event: FormEvent<HTMLFormElement>) =>
    void handleMake(event, async (sent) => (await call(addApplicationSecret, { applicationId, ...sent })).secret)
  async function end(secretId: string, days: number | null) {
    await call(endApplicationSecret, { applicationId, secretId, days })
    announce(t(endApplicationSecret.message))
  }
  const handleEnd = (secretId: string, days: number | null) => void change.run(() => end(secretId, days))

  return { canChange, secrets, change, ...shown, handleAdd, handleEnd, end }
}

type FormProps = {
  state: ReturnType<typeof useSecrets>
  /** What stands before the button that makes one. */
  children?: ReactNode
}

/** Two at a time, so that the application knows the new one before the old one ends. */
function SecretsForm({
  state: { canChange, secrets, change, done, clearDone, fields, handleAdd, handleEnd, end },
  children,
}: FormProps) {
  const { t } = useTranslation()
  const canAdd = canChange && secrets.data !== undefined && secrets.data.length < SECRETS_MAX
  return (
    <form className="form" noValidate onSubmit={handleAdd}>
      {secrets.isPending && <Spinner size={24} />}
      <PartFailure error={secrets.error} onRetry={() => void secrets.refetch()} />
      {secrets.data?.length === 0 && (
        <p className="attached-empty">{t('The application has no secret yet. With one it can redeem sign-ins.')}</p>
      )}
      {secrets.data && secrets.data.length > 0 && (
        <ul className="attached">
          {secrets.data.map((secret) => (
            <SecretRow
              key={secret._id}
              secret={secret}
              canChange={canChange}
              onEnd={handleEnd}
              onRevoke={(id) => end(id, 0)}
            />
          ))}
        </ul>
      )}
      {canAdd && (
        <>
          <h3 className="secret-new">{t('New secret')}</h3>
          <NewSecretFields state={fields} days={null} />
        </>
      )}
      {canChange && secrets.data?.length === SECRETS_MAX && (
        <p className="attached-empty">{t('Two secrets are in use. Revoke one of them before you create another.')}</p>
      )}
      <FormEnd error={change.error} success={done} onClear={clearDone}>
        {children}
        {canAdd && (
          <Button type="submit" isBusy={change.isBusy}>
            {t('Create secret')}
          </Button>
        )}
      </FormEnd>
    </form>
  )
}
