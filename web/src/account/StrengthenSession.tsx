import { listAuthenticators } from '@gatehouse/contract/factors/authenticators.ts'
import { listPasskeys } from '@gatehouse/contract/factors/passkeys.ts'
import { useQueries } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ConfirmPerson } from '../factors/ConfirmPerson.tsx'
import { Button } from '../ui/Button.tsx'
import { PartFailure } from '../ui/PartFailure.tsx'
import { Spinner } from '../ui/Spinner.tsx'

type Props = {
  /** An application waits for it; otherwise the permissions of the role do. */
  isForApplication: boolean
  /** An authenticator app is not enough. */
  needsPasskey: boolean
  onDone: () => Promise<void>
}

/** For a session that is too weak for an application, or for the permissions of the role: how it gets stronger (ADR 0072, 0096). */
export function StrengthenSession({ isForApplication, needsPasskey, onDone }: Props) {
  const { t } = useTranslation()
  const [isConfirming, setIsConfirming] = useState(false)
  // The lists below load the same.
  const [passkeys, apps] = useQueries({
    queries: [
      { queryKey: ['passkeys'], queryFn: () => call(listPasskeys, {}), staleTime: 0 },
      { queryKey: ['authenticators'], queryFn: () => call(listAuthenticators, {}), staleTime: 0 },
    ],
  })
  const words = wordsOf(isForApplication, needsPasskey, t)
  const error = passkeys.error ?? apps.error
  const own = passkeys.data && apps.data && { passkeys: passkeys.data, ...apps.data }
  const passkeyCount = own?.passkeys.filter(({ isSuspected }) => !isSuspected).length
  const count = own && (needsPasskey ? passkeyCount : own.passkeys.length + own.authenticators.length)

  return (
    <section aria-labelledby="strengthen-heading">
      <h2 id="strengthen-heading">{isForApplication ? t('To open the application') : t('Permissions of your role')}</h2>
      <p>{words.needed}</p>
      <PartFailure error={error} onRetry={() => void Promise.all([passkeys.refetch(), apps.refetch()])} />
      {!own && !error && <Spinner size={24} />}
      {count === 0 && <p>{words.add}</p>}
      {own && count !== 0 && <Button onClick={() => setIsConfirming(true)}>{words.confirm}</Button>}
      {own && isConfirming && (
        <ConfirmPerson
          reason={words.reason}
          isByPasskey={needsPasskey}
          hasPassword={own.hasPassword}
          hasPasskey={own.passkeys.length > 0}
          onDone={(isConfirmed) => {
            setIsConfirming(false)
            if (isConfirmed) void onDone()
          }}
        />
      )}
    </section>
  )
}

type Words = { needed: string; add: string; confirm: string; reason: string }

/** What is needed, by what waits for it and whether only a passkey counts. */
function wordsOf(isForApplication: boolean, needsPasskey: boolean, t: TFunction): Words {
  const confirm = needsPasskey
    ? { confirm: t('Confirm with a passkey'), reason: t('Use a passkey. A password with a code is not enough.') }
    : {
        confirm: t('Confirm with a passkey or app'),
        reason: t('Use a passkey or the code of your authenticator app. A code by email is not enough.'),
      }
  const words = {
    application: {
      passkey: {
        needed: t('This application needs a sign-in with a passkey. An authenticator app is not enough.'),
        add: t('Add a passkey here, and the application opens.'),
      },
      any: {
        needed: t('This application needs a sign-in with a passkey or an authenticator app.'),
        add: t('Add one of them here, and the application opens.'),
      },
    },
    permissions: {
      passkey: {
        needed: t('The permissions of your role need a sign-in with a passkey. An authenticator app is not enough.'),
        add: t('Add a passkey here, and you have your permissions at once.'),
      },
      any: {
        needed: t('The permissions of your role need a sign-in with a passkey or an authenticator app.'),
        add: t('Add one of them here, and you have your permissions at once.'),
      },
    },
  }
  return { ...words[isForApplication ? 'application' : 'permissions'][needsPasskey ? 'passkey' : 'any'], ...confirm }
}
