import { listRequestable, type RequestableApplication } from '@gatehouse/contract/access-requests.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useAction } from '../ui/use-action.ts'

/** The way to an application that is not assigned: a request for it where the person may ask, otherwise an administrator. */
export function HowToGetIt({ _id, name }: { _id: string; name: string }) {
  const { t } = useTranslation()
  const [requestable, setRequestable] = useState<RequestableApplication[] | null>(null)
  const load = useAction(async () => setRequestable(await call(listRequestable, {})))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => void load.run(), [])
  const found = requestable?.find((one) => one._id === _id)

  // Without an answer an administrator still helps.
  if (found === undefined)
    return (requestable ?? load.error) === null ? null : (
      <p>{t('Ask your administrator to assign this application to you.')}</p>
    )
  if (found.isRequested)
    return (
      <p>
        {t('You have already asked for this application.')}{' '}
        <Link to="/dashboard/requestAccess">{t('Your requests')}</Link>
      </p>
    )
  return (
    <>
      <p>{t('You can ask for it. You get a message as soon as it is decided.')}</p>
      <Link to="/dashboard/requestAccess" search={{ ask: _id } as never} className="button button-primary button-large">
        {t('Ask for access to {{name}}', { name })}
      </Link>
    </>
  )
}
