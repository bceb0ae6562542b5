import { users } from '@gatehouse/contract/admin/people/users.ts'
import { addServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { SERVICE_KEY_PREFIX } from '@gatehouse/contract/service-accounts.ts'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { UnsavedOnPage } from '../../ui/unsaved/UnsavedOnPage.tsx'
import { NEVER_SHOWN } from '../engine/attach/use-secret-changes.ts'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import { KeysForm } from './KeysForm.tsx'
import type { ServiceAccountRow } from './service-account-row.ts'
import { useKeys } from './use-keys.ts'
import './service-accounts.css'

/** The keys of an account on its page, and how a program uses one. */
export function KeysSection({ row }: { row: ServiceAccountRow }) {
  const { t } = useTranslation()
  const state = useKeys(row)
  const title = t('Keys - {{name}}', { name: row.name })
  const example = `curl -H "Authorization: Bearer ${SERVICE_KEY_PREFIX}…" \\
  "${window.location.origin}${users.list.path}?page=0&pageSize=10"`
  return (
    <>
      <div className="record-card record-narrow">
        <KeysForm state={state} />
        <UnsavedOnPage
          hasUnsaved={state.fields.name !== ''}
          isBusy={state.isMaking}
          title={title}
          success={t(NEVER_SHOWN, { title })}
        />
      </div>
      <div className="record-card record-narrow">
        <h2>{t('How a program calls the portal')}</h2>
        <p>
          {t(
            'Calls of the console work with a key, if the account has the permission. Only people make keys, start reviews and recoveries, act for others, except somebody from a rule, and confirm or date a change of approvals.',
          )}{' '}
          <a href="/docs">{t('All calls')}</a>
        </p>
        <pre className="service-account-example">{example}</pre>
        <CopyButton text={example} label={t('Copy: {{name}}', { name: 'curl' })} />
      </div>
      {state.made !== null && (
        <SecretShown
          title={title}
          secret={state.made}
          message={t(addServiceAccountKey.message)}
          onClose={state.hideMade}
        />
      )}
    </>
  )
}
