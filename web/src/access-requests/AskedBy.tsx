import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'

type Props = {
  request: Pick<OwnAccessRequest, 'requestedBy'>
  /** The person of the request reads it. */
  isOwn?: boolean
}

/** Who has asked in the place of the person; nothing where the person has. */
export function AskedBy({ request: { requestedBy: name }, isOwn = false }: Props) {
  const { t } = useTranslation()
  // The release before does not say it.
  if (!name) return null
  return (
    <p>
      {isOwn
        ? t('Asked by {{name}}, an administrator who acted for you', { name })
        : t('Asked by {{name}}, an administrator who acted for the person', { name })}
    </p>
  )
}
