import { getApplicationDetails, getClientdetails } from '@gatehouse/contract/lookup.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Alert } from '../ui/Alert.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { RegisterPage } from './RegisterPage.tsx'

type Target = { application: string; client: string }

/** Registering for one application and client, as the link that led here names them. */
export function RegisterAndAssignPage() {
  const { t } = useTranslation()
  const { Application = '', Client = '' } = useSearch({ strict: false })
  const [target, setTarget] = useState<Target | null | undefined>(undefined)
  const search = useAction(async () => setTarget(await findTarget(Application, Client)))
  usePageTitle(t('Register'))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the link does not change while the page is open
  useEffect(() => void search.run(), [])

  if (target) {
    const lead = t('You are registering for {{application}} ({{client}})', target)
    return <RegisterPage lead={lead} assignTo={{ Application, Client }} />
  }
  if (target === undefined && !search.error) return <Spinner size={28} />
  return (
    <CardPage title={t('Register')}>
      <ErrorAlert error={search.error} />
      {target === null && (
        <Alert tone="error">
          {t('This link names an application or client that is not known here. Ask whoever sent it.')}
        </Alert>
      )}
      <Link to="/register" className="button button-neutral button-large">
        {t('Register without this link')}
      </Link>
    </CardPage>
  )
}

/** Both by their names, or `null` when either is unknown. */
async function findTarget(applicationName: string, clientName: string): Promise<Target | null> {
  if (!applicationName || !clientName) return null
  const [[application], [client]] = await Promise.all([
    call(getApplicationDetails, { name: applicationName }),
    call(getClientdetails, { name: clientName }),
  ])
  return application && client ? { application: application.name.description, client: client.actualName } : null
}
