import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { type Branding, brandingForm } from '@gatehouse/contract/branding.ts'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd, type Success } from '../../../ui/FormEnd.tsx'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { UnsavedOnPage } from '../../../ui/unsaved/UnsavedOnPage.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { SwitchInput } from '../../engine/fields/SwitchInput.tsx'
import { TextInput } from '../../engine/fields/TextInput.tsx'
import { useResource } from '../../engine/use-resource.ts'
import { DarkAccentInput, LightAccentInput } from './AccentInput.tsx'
import { BrandingPreview } from './BrandingPreview.tsx'
import './branding.css'

type Branded = RecordRow & { branding: Branding }

type Props<Row extends Branded> = {
  resource: Resource<Row>
  row: Row
  /** The other fields of the record, which the call of a change needs. */
  rest: Record<string, unknown>
  name: string
  logo: string
}

const schema = z.object({ branding: brandingForm() })

/** How the pages before signing in look for a client or an application, with a preview of what is being entered. */
export function BrandingForm<Row extends Branded>({ resource, row, rest, name, logo }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { update } = useResource(resource)
  const [saved, setSaved] = useState<Success | null>(null)
  const form = useForm({ resolver: resolverOf(schema), values: { branding: row.branding } })
  // What is typed, before the contract has read it.
  const branding = { ...row.branding, ...form.watch('branding') } as Branding
  const submit = useAction(async (entered: z.output<typeof schema>) => {
    setSaved(null)
    const sent = structuredClone(form.getValues())
    await update.mutateAsync({ row, form: { ...rest, ...entered } })
    // The record may be stored as it was: then its row does not change, and does not fill the form again.
    form.reset(sent, { keepValues: true })
    setSaved({ text: t(resource.update.message) })
  })

  return (
    <div className="branding">
      {permissions.includes(resource.write) && (
        <FormProvider {...form}>
          <form className="form record-card" noValidate onSubmit={form.handleSubmit(submit.run)}>
            <p>{t('Name and logo are those of the record. Only text can be entered: nothing here becomes HTML.')}</p>
            <SwitchInput
              name="branding.isShown"
              label={t('Show on the pages before signing in')}
              hint={t('While this is off, nobody outside the console can learn of it.')}
            />
            <LightAccentInput name="branding.accentLight" label={t('Accent in the light theme')} />
            <DarkAccentInput name="branding.accentDark" label={t('Accent in the dark theme')} />
            <TextInput name="branding.welcome" label={t('Welcome line (English)')} />
            <TextInput name="branding.welcomeHindi" label={t('Welcome line (Hindi)')} />
            <TextInput name="branding.help" label={t('Help line (English)')} />
            <TextInput name="branding.helpHindi" label={t('Help line (Hindi)')} />
            <TextInput
              name="branding.contact"
              label={t('Contact for help')}
              hint={t('An email address or a phone number')}
            />
            <FormEnd error={submit.error} success={saved} onClear={() => setSaved(null)}>
              <Button type="submit" isBusy={submit.isBusy}>
                {t('Save')}
              </Button>
            </FormEnd>
          </form>
          <UnsavedOnPage
            hasUnsaved={form.formState.isDirty}
            isBusy={submit.isBusy}
            title={t('Sign-in page')}
            success={t(resource.update.message)}
          />
        </FormProvider>
      )}
      <BrandingPreview branding={branding} name={name} logo={logo} />
    </div>
  )
}
