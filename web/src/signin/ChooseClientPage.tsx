import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import { useWaitingRequest } from './use-waiting-request.ts'
import { WaitingPage } from './WaitingPage.tsx'

/** Asks for which client somebody signs in to an application that is assigned to them for several. */
export function ChooseClientPage() {
  const { t } = useTranslation()
  const { waiting, answer, error } = useWaitingRequest()
  const [client, setClient] = useState('')
  const [problem, setProblem] = useState<string>()
  const name = waiting?.application.name ?? ''

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (client === '') setProblem('Choose a client')
    else void answer.run(true, client)
  }

  return (
    <WaitingPage title={t('Sign in to {{name}}', { name })} waiting={waiting} error={error}>
      {({ clients }) => (
        <form className="form" noValidate onSubmit={handleSubmit}>
          <p>{t('Choose the client for which you sign in to {{name}}.', { name })}</p>
          <Select
            label={t('Clients')}
            error={problem}
            value={client}
            onChange={(event) => {
              setClient(event.target.value)
              setProblem(undefined)
            }}
          >
            <option value="" disabled>
              {t('Choose a client')}
            </option>
            {clients.map((one) => (
              <option key={one._id} value={one._id}>
                {`${one.name} · ${one.role}`}
              </option>
            ))}
          </Select>
          <Button type="submit" size="large" isBusy={answer.isBusy}>
            {t('Continue')}
          </Button>
        </form>
      )}
    </WaitingPage>
  )
}
