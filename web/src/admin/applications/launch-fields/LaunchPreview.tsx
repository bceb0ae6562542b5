import { launchFieldsForm } from '@gatehouse/contract/admin/applications/launch-fields.ts'
import { previewLaunch } from '@gatehouse/contract/admin/applications/preview-launch.ts'
import { signInDemandForm } from '@gatehouse/contract/admin/engine/sign-in-demand.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import './launch-fields.css'
import { LaunchRequest } from './LaunchRequest.tsx'

type Draft = NonNullable<Input<typeof previewLaunch>['draft']>

/** The names of the form fields that affect the preview. */
type Values = {
  _id: string
  name: { description: string }
  applicationSecret: { applicationLogin: string }
  applicationRedirectUrl: string
} & Pick<
  Draft,
  | 'launchMode'
  | 'launchIdentity'
  | 'launchFields'
  | 'needsStrongSignIn'
  | 'needsPasskey'
  | 'strongSignInFrom'
  | 'confirmMinutes'
>

const fieldsForm = launchFieldsForm()
const dayForm = signInDemandForm().strongSignInFrom

/** Previews the launch request of the current form for the signed-in person, created by the server. */
export function LaunchPreview({ label }: FieldInputProps) {
  const { t } = useTranslation()
  const values = useWatch() as Values
  // Compared as text, because the values are a new object after each key press.
  const asked = useDebounced(JSON.stringify(askedOf(values)))
  const areFieldsRight = z.safeParse(fieldsForm, values.launchFields).success
  const preview = useQuery({
    queryKey: ['launchRequest', asked],
    queryFn: () => call(previewLaunch, JSON.parse(asked)),
    enabled: areFieldsRight,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  return (
    <section className="launch-preview" aria-label={label}>
      <h4>{label}</h4>
      {areFieldsRight ? (
        <>
          <PartFailure error={preview.error} onRetry={() => void preview.refetch()} />
          {preview.data && <LaunchRequest preview={preview.data} />}
        </>
      ) : (
        <Alert tone="info">{t('Correct the launch fields to see the request.')}</Alert>
      )}
    </section>
  )
}

function askedOf({ _id, name, applicationSecret, applicationRedirectUrl, ...values }: Values) {
  const draft: Draft = {
    name: name.description.slice(0, 100),
    redirectUrl: applicationRedirectUrl.trim(),
    loginUrl: applicationSecret.applicationLogin.trim(),
    launchMode: values.launchMode,
    launchIdentity: values.launchIdentity,
    launchFields: values.launchFields,
    needsStrongSignIn: values.needsStrongSignIn,
    needsPasskey: values.needsPasskey,
    confirmMinutes: values.confirmMinutes,
    // A day counts once it is typed completely.
    ...(z.safeParse(dayForm, values.strongSignInFrom).success && { strongSignInFrom: values.strongSignInFrom }),
  }
  return { draft, ...(_id === '' ? {} : { applicationId: _id }) }
}
