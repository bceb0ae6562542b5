import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormEnd } from '../ui/FormEnd.tsx'
import { Select } from '../ui/Select.tsx'

/** A client for which somebody has an application, and as what. */
export type ClientChoice = {
  _id: string
  name: string
  role: string
  /** What the person should know before they choose it. */
  note?: string
}

type Props = {
  clients: readonly ClientChoice[]
  /** Chosen at first: the client of the last time. */
  initial?: string
  /** What the choice is for. */
  lead: string
  onChoose: (client: string) => void
  /** One of them submits. */
  buttons: ReactNode
}

/** Asks for one of several clients, wherever an application is opened or signed in to. */
export function ClientChooser({ clients, initial = '', lead, onChoose, buttons }: Props) {
  const { t } = useTranslation()
  const [client, setClient] = useState(initial)
  const [problem, setProblem] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (client === '') setProblem('Choose a client')
    else onChoose(client)
  }

  return (
    <form className="form" noValidate onSubmit={handleSubmit}>
      <p>{lead}</p>
      <Select
        label={t('Clients')}
        error={problem}
        value={client}
        onChange={(event) => {
          setClient(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          // Browsers send a form by this key from text fields only.
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      >
        <option value="" disabled>
          {t('Choose a client')}
        </option>
        {clients.map(({ _id, name, role, note }) => (
          <option key={_id} value={_id}>
            {[name, role, note].filter(Boolean).join(' · ')}
          </option>
        ))}
      </Select>
      <FormEnd>{buttons}</FormEnd>
    </form>
  )
}
