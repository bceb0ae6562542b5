import { KEY_DAYS_DEFAULT, KEYS_MAX } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { NewSecretFields } from '../engine/attach/NewSecretFields.tsx'
import { KeyRow } from './KeyRow.tsx'
import type { useKeys } from './use-keys.ts'
import '../engine/attach/attachments.css'

type Props = {
  state: ReturnType<typeof useKeys>
  /** Before the button that makes one. */
  children?: ReactNode
}

/** Two at a time, so that the program knows the new one before the old one ends. */
export function KeysForm({
  state: { canChange, keys, change, done, clearDone, fields, handleAdd, handleRevoke },
  children,
}: Props) {
  const { t } = useTranslation()
  const canAdd = canChange && keys.data !== undefined && keys.data.length < KEYS_MAX
  return (
    <form className="form" noValidate onSubmit={handleAdd}>
      {keys.isPending && <Spinner size={24} />}
      <PartFailure error={keys.error} onRetry={() => void keys.refetch()} />
      {keys.data?.length === 0 && (
        <p className="attached-empty">{t('The account has no key yet. With one, a program can call the portal.')}</p>
      )}
      {keys.data && keys.data.length > 0 && (
        <ul className="attached">
          {keys.data.map((key) => (
            <KeyRow key={key._id} serviceKey={key} canChange={canChange} onRevoke={handleRevoke} />
          ))}
        </ul>
      )}
      {canAdd && <NewSecretFields state={fields} days={KEY_DAYS_DEFAULT} />}
      {canChange && keys.data?.length === KEYS_MAX && (
        <p className="attached-empty">{t('Two keys are in use. Revoke one of them before you create another.')}</p>
      )}
      <FormEnd error={change.error} success={done} onClear={clearDone}>
        {children}
        {canAdd && (
          <Button type="submit" isBusy={change.isBusy}>
            {t('Create key')}
          </Button>
        )}
      </FormEnd>
    </form>
  )
}
