import { REVIEW_LINES_MAX, REVIEWER_RULES, startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { requiredText } from '@gatehouse/contract/fields.ts'
import { useNavigate } from '@tanstack/react-router'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { SILENCE_WORDS } from '../../reviews/review-words.ts'
import { bindField } from '../../ui/bind-field.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { resolverOf } from '../../ui/resolver-of.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../ui/unsaved/WorkEnd.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePlacedError } from '../../ui/use-placed-error.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import { type ChosenPerson, PeopleInput } from '../people/choose/PeopleInput.tsx'
import { REVIEWER_RULE_WORDS } from './review-state.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { NOTHING_CHOSEN, scopeFields, scopeOf } from './scope-form.ts'
import { useScopeCount } from './use-scope-count.ts'

const people = z.array(z.object({ _id: z.string(), name: z.string() }))
const asked = z
  .object({
    ...scopeFields,
    name: requiredText('Name is required', 100),
    reviewerRule: z.enum(REVIEWER_RULES),
    reviewers: people,
    secondReviewers: people,
    dueOn: requiredText('Choose a date'),
    silence: z.enum(['keep', 'revoke']),
  })
  .check(
    z.refine(({ reviewerRule, reviewers }) => reviewerRule === 'contacts' || reviewers.length > 0, {
      error: 'Choose at least one reviewer',
      path: ['reviewers'],
    }),
  )

const NOBODY: ChosenPerson[] = []

/** Which assignments are reviewed, by whom, and until when. */
export function StartReview({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const toasts = useToasts()
  const form = useForm({
    resolver: resolverOf(asked),
    defaultValues: {
      ...NOTHING_CHOSEN,
      ...{ name: '', dueOn: '', reviewers: NOBODY, secondReviewers: NOBODY },
      reviewerRule: 'people' as (typeof REVIEWER_RULES)[number],
      silence: 'keep' as const as 'keep' | 'revoke',
    },
  })
  form.register('reviewers')
  form.register('secondReviewers')
  const values = useWatch({ control: form.control })
  const { reviewerRule, reviewers = [], secondReviewers = [] } = values
  const { count, error, retry } = useScopeCount({ ...NOTHING_CHOSEN, ...values })
  const submit = useAction(
    async (given: z.output<typeof asked>) => {
      const { name, dueOn, silence } = given
      const ids = (chosen: ChosenPerson[]) => chosen.map(({ _id }) => _id)
      const { _id } = await call(startReview, {
        ...{ name, dueOn, silence, scope: scopeOf(given), reviewerRule: given.reviewerRule },
        reviewerIds: given.reviewerRule === 'contacts' ? [] : ids(given.reviewers),
        secondReviewerIds: ids(given.secondReviewers),
      })
      toasts.success(t(startReview.message))
      return _id
    },
    (review) => void navigate({ to: '/dashboard/reviews', search: { review } as never }),
  )
  const found = (number: number) =>
    number > REVIEW_LINES_MAX
      ? t('More than 5,000 assignments match. Narrow the choice.')
      : t('Assignments that match: {{number}}', { number: formatNumber(number, i18n.language) })
  usePlacedError(form, submit.error)

  return (
    <WorkDialog
      hasUnsaved={form.formState.isDirty}
      title={t('Start a review')}
      onClose={onClose}
      isBusy={submit.isBusy}
    >
      <FormProvider {...form}>
        <form className="form" noValidate onSubmit={form.handleSubmit((given) => submit.run(given))}>
          <TextField {...bindField(form, 'name')} label={t('Name')} maxLength={100} required />
          <ScopeFields />
          <PartFailure error={error} onRetry={retry} />
          {!error && (
            <p className="review-note" role="status">
              {count === undefined ? t('Counting…') : found(count)}
            </p>
          )}
          <Select {...bindField(form, 'reviewerRule')} label={t('Who decides')}>
            {REVIEWER_RULES.map((rule) => (
              <option key={rule} value={rule}>
                {t(REVIEWER_RULE_WORDS[rule])}
              </option>
            ))}
          </Select>
          {reviewerRule !== 'contacts' ? (
            <PeopleInput
              label={reviewerRule === 'owners' ? t('Where there is no owner') : t('Reviewers')}
              hint={
                reviewerRule === 'owners'
                  ? t(
                      'They decide about assignments of applications that have no active owner besides the person. They need no permission.',
                    )
                  : t('They need no permission. Nobody decides about their own access.')
              }
              error={form.formState.errors.reviewers?.message}
              value={reviewers as ChosenPerson[]}
              onChange={(chosen) =>
                form.setValue('reviewers', chosen, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
              }
            />
          ) : (
            <p className="review-note">
              {t('People whose confirmed address is that of a point of contact. You decide where there is none.')}
            </p>
          )}
          <PeopleInput
            label={t('Who decides after them')}
            hint={t('Empty: one stage. With a second stage its decision counts.')}
            value={secondReviewers as ChosenPerson[]}
            onChange={(chosen) => form.setValue('secondReviewers', chosen, { shouldDirty: true })}
          />
          <div className="review-pair">
            <TextField
              {...bindField(form, 'dueOn')}
              label={t('Due date')}
              type="date"
              hint={t('Seven days later the review ends by itself.')}
              required
            />
            <Select {...bindField(form, 'silence')} label={t('What nobody decides')}>
              <option value="keep">{t('Stays')}</option>
              <option value="revoke">{t('Is taken away')}</option>
            </Select>
          </div>
          <p className="review-note">
            {t(SILENCE_WORDS[values.silence ?? 'keep'])}{' '}
            {t('Decisions are carried out at the end, in the name of whoever completes the review.')}
          </p>
          <WorkEnd work={submit} label={t('Start')} />
        </form>
      </FormProvider>
    </WorkDialog>
  )
}
