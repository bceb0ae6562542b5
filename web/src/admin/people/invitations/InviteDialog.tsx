import { INVITATION_DAYS, type Invited, invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { bindField } from '../../../ui/bind-field.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { GiftFields } from './GiftFields.tsx'
import { EMPTY_INVITATION, type InvitationForm, invitationForm, toInvite } from './gift-form.ts'
import { InviteResults } from './InviteResults.tsx'
import './invitations.css'

/** Invites people by their addresses, and shows what became of each. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const [results, setResults] = useState<readonly Invited[] | null>(null)
  const form = useForm<InvitationForm>({
    resolver: zodResolver(invitationForm),
    defaultValues: { ...EMPTY_INVITATION, language: i18n.language === 'hi' ? 'hi' : 'en' },
  })
  // In the order of the form, before the fields register themselves: the first invalid one gets the focus.
  for (const name of ['emails', 'language', 'applicationId', 'clientId', 'role'] as const) form.register(name)
  const sending = useAction(async (filled: InvitationForm) => {
    setResults((await call(invite, toInvite(filled))).results)
    void cache.invalidateQueries({ queryKey: ['invitations'] })
  })

  function handleMore() {
    form.setValue('emails', '')
    setResults(null)
  }

  return (
    <Dialog title={t('Invite people')} size="large" onClose={onClose} isBusy={sending.isBusy}>
      {results !== null ? (
        <div className="form">
          <InviteResults results={results} />
          <FormEnd>
            <Button variant="neutral" onClick={handleMore}>
              {t('Invite others')}
            </Button>
            <Button onClick={onClose}>{t('Close')}</Button>
          </FormEnd>
        </div>
      ) : (
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
            <Select {...bindField(form, 'language')} label={t('Language of the message')}>
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
            <h3 className="invitation-gift">{t('What it gives (optional)')}</h3>
            <GiftFields />
            <FormEnd error={sending.error}>
              <Button variant="neutral" isIdle={sending.isBusy} onClick={onClose}>
                {t('Cancel')}
              </Button>
              <Button type="submit" isBusy={sending.isBusy}>
                {t('Send invitations')}
              </Button>
            </FormEnd>
          </form>
        </FormProvider>
      )}
    </Dialog>
  )
}
