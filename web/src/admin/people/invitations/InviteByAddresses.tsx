import { INVITATION_DAYS, type Invited, invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useUnsavedPart } from '../../../ui/unsaved/work-in-dialog.ts'
import { useAction } from '../../../ui/use-action.ts'
import { GiftFields } from './GiftFields.tsx'
import { EMPTY_INVITATION, type InvitationForm, invitationForm, toInvite } from './gift-form.ts'
import { LanguageSelect, languageOf } from './LanguageSelect.tsx'

type Props = {
  /** What was chosen for the invitations before. */
  start: InvitationForm | null
  onSent: (results: readonly Invited[], filled: InvitationForm) => void
}

/** Invites pasted addresses, all with the same. */
export function InviteByAddresses({ start, onSent }: Props) {
  const { t, i18n } = useTranslation()
  const form = useForm<InvitationForm>({
    resolver: resolverOf(invitationForm),
    defaultValues: { ...EMPTY_INVITATION, language: languageOf(i18n.language), ...start, emails: '' },
  })
  // In the order of the form, before the fields register themselves: the first invalid one gets the focus.
  for (const name of ['emails', 'language', 'applicationId', 'clientId', 'role'] as const) form.register(name)
  const sending = useAction(async (filled: InvitationForm) => {
    onSent((await call(invite, toInvite(filled))).results, filled)
  })

  useUnsavedPart(form.formState.isDirty)

  return (
    <FormProvider {...form}>
      <form className="form" noValidate onSubmit={form.handleSubmit(sending.run)}>
        <p>
          {t(
            'Each address gets a message with a link that works once, within {{days}} days. It leads to a page for a name and a password.',
            { days: INVITATION_DAYS },
          )}
        </p>
        <TextArea
          {...bindField(form, 'emails')}
          label={t('Email addresses')}
          hint={t('One a line, or separated by commas or semicolons. At most 500.')}
          rows={5}
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <LanguageSelect {...bindField(form, 'language')} />
        <h3 className="invitation-gift">{t('What it gives (optional)')}</h3>
        <GiftFields />
        <WorkEnd work={sending} label={t('Send invitations')} />
      </form>
    </FormProvider>
  )
}
