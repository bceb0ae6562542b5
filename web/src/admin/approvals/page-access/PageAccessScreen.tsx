import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import '../../engine/admin-screen.css'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { PageAccessOf } from './PageAccessOf.tsx'
import { PublishManifest } from './PublishManifest.tsx'
import './page-access.css'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Which roles may use which pages and actions. The address keeps application and client. */
export function PageAccessScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const changeAddress = useChangeAddress()
  const { permissions } = useSession()
  const asked: { application?: unknown; client?: unknown } = useSearch({ strict: false })
  const shown = { applicationId: textOf(asked.application), clientId: textOf(asked.client) }
  const form = useForm({ defaultValues: shown })
  const { applicationId = '', clientId = '' } = useWatch({ control: form.control })
  const [isPublishing, setIsPublishing] = useState(false)
  const isChanged = applicationId !== shown.applicationId || clientId !== shown.clientId

  useEffect(() => {
    if (!isChanged) return
    const search = { ...(applicationId && { application: applicationId }), ...(clientId && { client: clientId }) }
    // Unsaved changes may keep the former address: then the fields show that one again.
    changeAddress({ search, replace: true, resetScroll: false })
  }, [isChanged, applicationId, clientId, changeAddress])

  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {permissions.includes(publishManifest.access) && (
          <Button variant="neutral" onClick={() => setIsPublishing(true)}>
            {t('Publish a manifest')}
          </Button>
        )}
      </div>
      <div className="list-card">
        <FormProvider {...form}>
          <div className="form page-access-place">
            <ApplicationInput name="applicationId" label={t('Application')} />
            <ClientInput name="clientId" label={t('Client')} />
          </div>
        </FormProvider>
        {shown.applicationId && shown.clientId ? (
          <PageAccessOf key={`${shown.applicationId} ${shown.clientId}`} {...shown} onStay={() => form.reset(shown)} />
        ) : (
          <EmptyNotice>{t('Choose an application and a client to see which roles may use which pages.')}</EmptyNotice>
        )}
      </div>
      {isPublishing && <PublishManifest applicationId={shown.applicationId} onClose={() => setIsPublishing(false)} />}
    </div>
  )
}
