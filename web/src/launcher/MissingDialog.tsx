import { explainMissing, type MissingTile } from '@gatehouse/contract/launch.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AskForAccess } from './AskForAccess.tsx'
import { MissingReason } from './MissingReason.tsx'

type Props = {
  /** Asked at once; empty: the person types one. */
  name: string
  onShow: (name: string) => void
  onClose: () => void
}

/** Explains why an application that somebody expects is not among the tiles. */
export function MissingDialog({ name, onShow, onClose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const [asked, setAsked] = useState(name.trim())
  const [problem, setProblem] = useState<string>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['missing', asked],
    queryFn: () => call(explainMissing, { name: asked }),
    enabled: asked !== '',
    staleTime: 0,
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const wanted = typed.trim()
    if (wanted === '') setProblem('Enter the name of the application')
    else if (wanted === asked) void refetch()
    else setAsked(wanted)
  }

  return (
    <Dialog title={t('Missing an application?')} onClose={onClose}>
      <form className="form" noValidate onSubmit={handleSubmit}>
        <TextField
          label={t('Name of the application')}
          error={problem}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        <div role="status" className="missing-answer">
          {data && !isFetching && <Answer found={data} onShow={onShow} />}
        </div>
        <AskForAccess />
        <FormEnd error={error} takesFocus={false}>
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" isBusy={isFetching}>
            {t('Check')}
          </Button>
        </FormEnd>
      </form>
    </Dialog>
  )
}

function Answer({ found, onShow }: { found: readonly MissingTile[]; onShow: (name: string) => void }) {
  const { t } = useTranslation()
  if (found.length === 0)
    return (
      <>
        <p>{t('No application with this name is assigned to you.')}</p>
        <p>{t('Check the spelling, or ask your administrator to assign it to you.')}</p>
      </>
    )
  return (
    <>
      {found.map((missing) => (
        <MissingReason key={missing.name} missing={missing} onShow={onShow} />
      ))}
      {found.some(({ state }) => state !== 'here') && <p>{t('Your administrator can change that.')}</p>}
    </>
  )
}
