import type { Input } from '@gatehouse/contract/endpoint.ts'
import { changeOwnName } from '@gatehouse/contract/own-profile.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useRefreshSession } from '../session/use-refresh-session.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { UnsavedOnPage } from '../ui/unsaved/UnsavedOnPage.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

/** One's own name, and its change. */
export function OwnName() {
  const { t } = useTranslation()
  const { firstName, lastName } = useSession().user
  const refreshSession = useRefreshSession()
  const toasts = useToasts()
  const form = useForm({ resolver: resolverOf(changeOwnName.request), defaultValues: { firstName, lastName } })
  const saving = useAction(async (name: Input<typeof changeOwnName>) => {
    const saved = await call(changeOwnName, name)
    // As the server has stored it: without spaces around it.
    form.reset(saved)
    toasts.success(t(changeOwnName.message))
    await refreshSession()
  })

  return (
    <section aria-labelledby="own-name-heading">
      <h2 id="own-name-heading">{t('Name')}</h2>
      <form className="form" noValidate onSubmit={form.handleSubmit(saving.run)}>
        <p>{t('Administrators and applications see it. The change stands in the history of your account.')}</p>
        <TextField {...bindField(form, 'firstName')} label={t('First name')} autoComplete="given-name" required />
        <TextField {...bindField(form, 'lastName')} label={t('Last name')} autoComplete="family-name" required />
        <FormEnd error={saving.error}>
          <Button type="submit" isBusy={saving.isBusy}>
            {t('Save')}
          </Button>
        </FormEnd>
      </form>
      <UnsavedOnPage hasUnsaved={form.formState.isDirty} isBusy={saving.isBusy} title={t('Name')} />
    </section>
  )
}
