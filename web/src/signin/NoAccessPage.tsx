import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { BackToDevice } from './BackToDevice.tsx'
import { HowToGetIt } from './HowToGetIt.tsx'
import { useWaitingRequest } from './use-waiting-request.ts'
import { WaitingPage } from './WaitingPage.tsx'

/** Says why an application is not open and whom to ask, and leads back to it with that answer. */
export function NoAccessPage() {
  const { t } = useTranslation()
  const { waiting, answer, isOver, failure } = useWaitingRequest()
  const name = waiting?.application.name ?? ''
  const title = waiting?.isClosed
    ? t('{{name}} cannot be opened at present', { name })
    : t('{{name}} is not assigned to you', { name })

  return (
    <WaitingPage title={title} waiting={waiting} failure={failure}>
      {({ isClosed, application }) =>
        isOver ? (
          <BackToDevice name={name} />
        ) : (
          <div className="form">
            {isClosed ? <p>{t(VISITOR_ERRORS.application_closed.msg)}</p> : <HowToGetIt {...application} />}
            <Button size="large" variant="neutral" isBusy={answer.isBusy} onClick={() => void answer.run(false)}>
              {t('Back to {{name}}', { name })}
            </Button>
          </div>
        )
      }
    </WaitingPage>
  )
}
