import type { OwnAccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'

/** Who has asked in the place of the person; nothing where the person has. */
export function AskedBy({ request: { requestedBy } }: { request: Pick<OwnAccessRequest, 'requestedBy'> }) {
  const { t } = useTranslation()
  // The release before does not say it.
  if (!requestedBy) return null
  return <p>{t('Asked by {{name}}, an administrator who acted for the person', { name: requestedBy })}</p>
}
