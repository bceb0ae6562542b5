import { removeUserAuthenticator, userAuthenticators } from '@gatehouse/contract/admin/people/authenticators.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { AuthenticatorList } from '../../../factors/AuthenticatorList.tsx'
import { PersonFactors } from './PersonFactors.tsx'

export function PersonAuthenticators({ userId }: { userId: string }) {
  const { t } = useTranslation()
  return (
    <PersonFactors
      userId={userId}
      name="userAuthenticators"
      load={() => call(userAuthenticators, { userId })}
      remove={({ _id: authenticatorId }, endsSessions) =>
        call(removeUserAuthenticator, { userId, authenticatorId, endsSessions })
      }
      draw={(authenticators, actions) => <AuthenticatorList authenticators={authenticators} actions={actions} />}
      words={{
        none: t('No authenticator apps.'),
        remove: (authenticator) => t('Remove the authenticator app {{name}}', authenticator),
        question: (authenticator) => t('Remove the authenticator app “{{name}}”?', authenticator),
        consequence: t(
          'They get their codes by email again, and are notified. With the last passkey or app they lose what needs one.',
        ),
        removed: t(removeUserAuthenticator.message),
      }}
    />
  )
}
