import { KEY_DAYS_DEFAULT, KEYS_MAX } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { KeyRow } from './KeyRow.tsx'
import type { useKeys } from './use-keys.ts'
import '../engine/attach/attachments.css'

/** The choices for the end of a key, in days. */
const ENDS: Record<string, string> = {
  '7': 'In a week',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
}

type Props = {
  state: ReturnType<typeof useKeys>
  /** Before the button that makes one. */
  children?: ReactNode
}

/** Two at a time, so that the program knows the new one before the old one ends. */
export function KeysForm({
  state: { canChange, keys, change, done, clearDone, name, setName, handleAdd, handleRevoke },
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
      {canAdd && (
        <>
          <TextField
            name="name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            label={t('Name')}
            required
            hint={t('For example where it is used.')}
            maxLength={100}
          />
          <Select name="days" label={t('Expires')} defaultValue={String(KEY_DAYS_DEFAULT)}>
            {Object.entries(ENDS).map(([value, label]) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </Select>
        </>
      )}
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
