import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'
import { nameInWords } from './asked-by-in-words.ts'

type Props = {
  request: Pick<OwnAccessRequest, 'withdrawnBy'>
  /** The name of the person of the request; left out: that person reads it. */
  person?: string
}

/** Who has withdrawn a request in the place of its person; nothing where the person has, or it is not withdrawn. */
export function WithdrawnBy({ request: { withdrawnBy }, person }: Props) {
  const { t } = useTranslation()
  // The release before does not say it.
  if (!withdrawnBy) return null
  const name = nameInWords(t, withdrawnBy)
  return (
    <p>
      {person === undefined
        ? t('Withdrawn by {{name}}, an administrator who acted for you', { name })
        : t('Withdrawn by {{name}}, who acted for {{person}}', { name, person })}
    </p>
  )
}
