import {
  type ReviewSettings,
  readReviewSettings,
  saveReviewSettings,
} from '@gatehouse/contract/admin/reviews/settings.ts'
import { asciiDigits } from '@gatehouse/contract/ascii-digits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api.ts'
import { bindField } from '../../ui/bind-field.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { resolverOf } from '../../ui/resolver-of.ts'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../ui/unsaved/WorkEnd.tsx'
import { useUnsavedPart } from '../../ui/unsaved/work-in-dialog.ts'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { type ChosenPerson, PeopleInput } from '../people/choose/PeopleInput.tsx'
import { REFUSED_REVIEWS } from './RefusedReviews.tsx'

/** When reviews of one person start by themselves. */
export function AutomaticReviews({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['reviewSettings'],
    queryFn: () => call(readReviewSettings, {}),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <WorkDialog title={t('Automatic reviews')} onClose={onClose}>
      <PartFailure error={error} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && <SettingsForm settings={data} onClose={onClose} />}
    </WorkDialog>
  )
}

const fields = z.object({
  onRoleChange: z.boolean(),
  onClientChange: z.boolean(),
  dueDays: z
    .string()
    .check(
      z.overwrite(asciiDigits),
      z.regex(/^([1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/, 'Enter a whole number from 1 to 365'),
    ),
  silence: z.enum(['keep', 'revoke']),
  reviewers: z.array(z.object({ _id: z.string(), name: z.string() })),
})

type Props = { settings: ReviewSettings; onClose: () => void }

function SettingsForm({ settings: { owner, refused: _, version, ...settings }, onClose }: Props) {
  const { t } = useTranslation()
  const toasts = useToasts()
  const cache = useQueryClient()
  const form = useForm({
    resolver: resolverOf(fields),
    defaultValues: { ...settings, dueDays: String(settings.dueDays) },
  })
  form.register('reviewers')
  const reviewers = useWatch({ control: form.control, name: 'reviewers' })
  const save = useAction(async ({ reviewers, dueDays, ...given }: z.output<typeof fields>) => {
    await call(saveReviewSettings, {
      ...given,
      dueDays: Number(dueDays),
      reviewerIds: reviewers.map(({ _id }) => _id),
      version,
    })
    toasts.success(t(saveReviewSettings.message))
    void cache.invalidateQueries({ queryKey: REFUSED_REVIEWS })
  }, onClose)
  useUnsavedPart(form.formState.isDirty)
  return (
    <form className="form" noValidate onSubmit={form.handleSubmit((given) => save.run(given))}>
      <p className="review-note">
        {t(
          'A review of everything that a person may open starts when they change. They run in the name of whoever saves this.',
        )}{' '}
        {t('Who changes many people at once starts a review for each of them.')}{' '}
        {owner && t('Now: {{name}}.', { name: owner.name })}
      </p>
      <SwitchField
        {...form.register('onRoleChange')}
        label={t('Somebody gets another role, in the portal or in an application')}
      />
      <SwitchField
        {...form.register('onClientChange')}
        label={t('Somebody who has applications gets one for another client')}
      />
      <PeopleInput
        label={t('Reviewers')}
        value={reviewers as ChosenPerson[]}
        onChange={(chosen) => form.setValue('reviewers', chosen, { shouldDirty: true })}
      />
      <div className="review-pair">
        <TextField
          {...bindField(form, 'dueDays')}
          label={t('Due after days')}
          inputMode="numeric"
          maxLength={3}
          required
        />
        <Select {...bindField(form, 'silence')} label={t('What nobody decides')}>
          <option value="keep">{t('Stays')}</option>
          <option value="revoke">{t('Is taken away')}</option>
        </Select>
      </div>
      <WorkEnd work={save} label={t('Save')} />
    </form>
  )
}
