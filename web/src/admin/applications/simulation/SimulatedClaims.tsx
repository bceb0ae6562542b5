import type { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

/** The claims that the application would receive for the scope of its request. */
export function SimulatedClaims({ claims }: Pick<Output<typeof simulateRequest>, 'claims'>) {
  const { t } = useTranslation()
  if (claims === null)
    return <p>{t('The person cannot open the application for one client, so it receives no claims.')}</p>
  const parts = [
    [t('In the ID token'), claims.idToken],
    [t('From userinfo'), claims.userinfo],
  ] as const
  return (
    <div className="simulation-settings">
      <p>{t('The ID token also contains when, how and in which session the person signed in.')}</p>
      {parts.map(([title, part]) => (
        <Fragment key={title}>
          <header>
            <h3>{title}</h3>
          </header>
          <code className="simulation-json">{JSON.stringify(part, null, 2)}</code>
        </Fragment>
      ))}
    </div>
  )
}
