import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../../api.ts'
import { announceSessionEnd } from '../../../session/session-channel.ts'
import { useSession } from '../../../session/use-session.ts'
import { bindField } from '../../../ui/bind-field.ts'
import { resolverOf } from '../../../ui/resolver-of.ts'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { whileLeaving } from '../../../ui/unsaved/leaving.ts'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../../ui/use-action.ts'

type Props = { userId: string; name: string; onClose: () => void }

/** Asks why, and then leaves for the pages of the person. */
export function StartActing({ userId, name, onClose }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const form = useForm({
    resolver: resolverOf(startActing.request),
    defaultValues: { userId, reason: '', mayChange: false },
  })
  const mayChange = useWatch({ control: form.control, name: 'mayChange' })
  // Nothing lies open below it that would be lost: a list or the page of a record.
  const start = useAction((input: z.output<typeof startActing.request>) =>
    whileLeaving(async () => {
      await call(startActing, input)
      announceSessionEnd('ended')
      // Loaded, not routed to: nothing of the console stays in this page.
      window.location.assign('/dashboard/app')
      await new Promise(() => {})
    }),
  )
  return (
    <WorkDialog
      // It leaves the page itself.
      hasUnsaved={form.formState.isDirty && !start.isBusy}
      title={t('Act for {{name}}?', { name })}
      onClose={onClose}
      isBusy={start.isBusy}
    >
      <form className="form" noValidate onSubmit={form.handleSubmit((input) => start.run(input))}>
        <p>
          {mayChange
            ? t(
                'For half an hour all tabs of this browser show the portal as this person sees it. You can open only applications that allow it, and they are still told that nothing may be changed.',
              )
            : t(
                'For half an hour all tabs of this browser show the portal as this person sees it. You can change nothing, and open only applications that allow it.',
              )}
        </p>
        <TextArea
          {...bindField(form, 'reason')}
          label={t('Reason')}
          hint={t('The person gets it by email, with your name, and it stays in the history.')}
          maxLength={500}
          required
        />
        {permissions.includes('users:act-change') && (
          <SwitchField
            {...form.register('mayChange')}
            label={t('I may change things for this person')}
            hint={t(
              'Their name, picture, favourites, messages put off and requests for access. Each change stays in the history with your name. You do not decide about a request that you make so.',
            )}
          />
        )}
        <WorkEnd work={start} label={t('Start')} />
      </form>
    </WorkDialog>
  )
}
