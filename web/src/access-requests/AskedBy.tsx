import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'
import { askedByInWords } from './asked-by-in-words.ts'

type Props = {
  request: Pick<OwnAccessRequest, 'requestedBy'>
  /** The person of the request reads it. */
  isOwn?: boolean
}

/** Who has asked in the place of the person; nothing where the person has. */
export function AskedBy({ request: { requestedBy }, isOwn = false }: Props) {
  const { t } = useTranslation()
  // The release before does not say it.
  return requestedBy ? <p>{askedByInWords(t, requestedBy, isOwn)}</p> : null
}
