import { removeUserPasskey, userPasskeys } from '@gatehouse/contract/admin/people/passkeys.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { PasskeyList } from '../../../factors/PasskeyList.tsx'
import { PersonFactors } from './PersonFactors.tsx'

export function PersonPasskeys({ userId }: { userId: string }) {
  const { t } = useTranslation()
  return (
    <PersonFactors
      userId={userId}
      name="userPasskeys"
      load={() => call(userPasskeys, { userId })}
      remove={({ _id: passkeyId }, endsSessions) => call(removeUserPasskey, { userId, passkeyId, endsSessions })}
      draw={(passkeys, actions) => <PasskeyList passkeys={passkeys} actions={actions} />}
      words={{
        none: t('No passkeys.'),
        remove: (passkey) => t('Remove the passkey {{name}}', passkey),
        question: (passkey) => t('Remove the passkey “{{name}}”?', passkey),
        consequence: t(
          'They can no longer sign in with it, and are notified. With the last passkey or app they lose what needs one.',
        ),
        removed: t(removeUserPasskey.message),
      }}
    />
  )
}
