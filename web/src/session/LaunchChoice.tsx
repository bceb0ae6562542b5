import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { Select } from '../ui/Select.tsx'

export type LaunchClient = { _id: string; name: string; role: string }

type Props = { clients: LaunchClient[]; isBusy: boolean; onChoose: (client: string) => void }

/** Asks for which client an application is opened that is assigned to somebody for several. */
export function LaunchChoice({ clients, isBusy, onChoose }: Props) {
  const { t } = useTranslation()
  const [client, setClient] = useState('')
  const [problem, setProblem] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (client === '') setProblem('Choose a client')
    else onChoose(client)
  }

  return (
    <CardPage title={t('Choose a client')}>
      <form className="form" noValidate onSubmit={handleSubmit}>
        <p>{t('This application is assigned to you for several clients.')}</p>
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
        <Button type="submit" size="large" isBusy={isBusy}>
          {t('Continue')}
        </Button>
      </form>
    </CardPage>
  )
}
