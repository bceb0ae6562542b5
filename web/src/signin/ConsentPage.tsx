import { CircleUser, Clock, IdCard, KeyRound, type LucideIcon, Mail, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { scopeWords } from '../session/scope-words.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { BackToDevice } from './BackToDevice.tsx'
import { useWaitingRequest } from './use-waiting-request.ts'
import { WaitingPage } from './WaitingPage.tsx'

const ICONS: Record<string, LucideIcon> = {
  openid: CircleUser,
  profile: IdCard,
  email: Mail,
  phone: Phone,
  access: KeyRound,
  offline_access: Clock,
}

/** Asks whether an application that is not our own may know somebody. */
export function ConsentPage() {
  const { t } = useTranslation()
  const { waiting, answer, isOver, failure } = useWaitingRequest()
  const name = waiting?.application.name ?? ''
  const words = scopeWords(t)

  return (
    <WaitingPage title={t('Sign in to {{name}}', { name })} waiting={waiting} failure={failure}>
      {({ scopes, isOnDevice }) =>
        isOver ? (
          <BackToDevice name={name} />
        ) : (
          <div className="form">
            {isOnDevice && (
              <Alert tone="warning">
                {t(
                  'A program on this device is asking for access. Allow it only if you have just started signing in there.',
                )}
              </Alert>
            )}
            <p>{t('{{name}} is asking for access to', { name })}</p>
            <ul className="waiting-scopes">
              {scopes.map((scope) => {
                const Icon = ICONS[scope]
                return (
                  Icon && (
                    <li key={scope}>
                      <Icon size={18} aria-hidden />
                      {words[scope]}
                    </li>
                  )
                )
              })}
            </ul>
            <div className="waiting-answers">
              <Button size="large" isBusy={answer.isBusy} onClick={() => void answer.run(true)}>
                {t('Allow')}
              </Button>
              <Button size="large" variant="neutral" onClick={() => void answer.run(false)}>
                {t('Do not allow')}
              </Button>
            </div>
            <p className="waiting-note">{t('You can withdraw this at any time.')}</p>
          </div>
        )
      }
    </WaitingPage>
  )
}
