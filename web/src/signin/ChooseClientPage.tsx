import { useTranslation } from 'react-i18next'
import { ClientChooser } from '../session/ClientChooser.tsx'
import { Button } from '../ui/Button.tsx'
import { useWaitingRequest } from './use-waiting-request.ts'
import { WaitingPage } from './WaitingPage.tsx'

/** Asks for which client somebody signs in to an application that is assigned to them for several. */
export function ChooseClientPage() {
  const { t } = useTranslation()
  const { waiting, answer, failure } = useWaitingRequest()
  const name = waiting?.application.name ?? ''
  return (
    <WaitingPage title={t('Sign in to {{name}}', { name })} waiting={waiting} failure={failure}>
      {({ clients }) => (
        <ClientChooser
          clients={clients}
          lead={t('Choose the client to sign in to {{name}} for.', { name })}
          onChoose={(client) => void answer.run(true, client)}
          buttons={
            <Button type="submit" size="large" isBusy={answer.isBusy}>
              {t('Continue')}
            </Button>
          }
        />
      )}
    </WaitingPage>
  )
}
