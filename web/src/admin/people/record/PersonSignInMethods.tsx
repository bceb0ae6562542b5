import { useTranslation } from 'react-i18next'
import type { UserRow } from '../user-row.ts'
import { PersonAuthenticators } from './PersonAuthenticators.tsx'
import { PersonPasskeys } from './PersonPasskeys.tsx'
import { PersonRecovery } from './PersonRecovery.tsx'
import { PersonRecoveryCodes } from './PersonRecoveryCodes.tsx'
import { PersonRememberedBrowsers } from './PersonRememberedBrowsers.tsx'

/** What a person signs in with; one's own are on a page of one's own. */
export function PersonSignInMethods({ row: { _id: userId, isActive } }: { row: UserRow }) {
  const { t } = useTranslation()
  return (
    <>
      <section className="record-card">
        <h2>{t('Passkeys')}</h2>
        <PersonPasskeys userId={userId} />
      </section>
      <section className="record-card">
        <h2>{t('Authenticator apps')}</h2>
        <PersonAuthenticators userId={userId} />
      </section>
      <section className="record-card">
        <h2>{t('Recovery codes')}</h2>
        <PersonRecoveryCodes userId={userId} />
      </section>
      <section className="record-card">
        <h2>{t('Remembered browsers')}</h2>
        <PersonRememberedBrowsers userId={userId} />
      </section>
      <section className="record-card">
        <h2>{t('Account recovery')}</h2>
        <PersonRecovery userId={userId} isActive={isActive} />
      </section>
    </>
  )
}
