import { REVIEW_DECISIONS, type ReviewDecision, reviewDecision } from '@gatehouse/contract/review-lines.ts'
import type { OwnReviewLine } from '@gatehouse/contract/reviews.ts'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { LineAccess, LineEvidence, LinePerson } from '../../reviews/LineCells.tsx'
import { bindField } from '../../ui/bind-field.ts'
import { resolverOf } from '../../ui/resolver-of.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { WorkEnd } from '../../ui/unsaved/WorkEnd.tsx'
import { usePlacedError } from '../../ui/use-placed-error.ts'
import { asSeen, type useDecide } from './use-decide.ts'

const form = z.object({ decision: reviewDecision, lastDay: z.string(), comment: z.string() })

type Props = {
  reviewId: string
  lines: readonly OwnReviewLine[]
  decision: ReviewDecision
  deciding: ReturnType<typeof useDecide>
  onClose: () => void
}

/** A decision with its reason, about one line or several. */
export function DecideLines({ reviewId, lines, decision, deciding, onClose }: Props) {
  const { t } = useTranslation()
  const [only] = lines.length === 1 ? lines : []
  const fields = useForm({
    resolver: resolverOf(form),
    defaultValues: { decision, lastDay: only?.lastDay ?? '', comment: only?.comment ?? '' },
  })
  const chosen = useWatch({ control: fields.control, name: 'decision' })
  const isFlagged = lines.some(({ flags }) => flags.length > 0)
  const needsReason = chosen === 'keep' && isFlagged
  usePlacedError(fields, deciding.error)

  return (
    <WorkDialog
      hasUnsaved={fields.formState.isDirty}
      title={only ? t('Decide about this access') : t('Decide about {{number}} lines', { number: lines.length })}
      onClose={onClose}
      isBusy={deciding.isBusy}
      refusal={deciding.error}
    >
      <form
        className="form"
        noValidate
        onSubmit={fields.handleSubmit(({ decision, lastDay, comment }) =>
          deciding.run({ reviewId, lines: asSeen(lines), decision, lastDay, comment }),
        )}
      >
        {only && (
          <>
            <LinePerson line={only} />
            <LineAccess line={only} />
            <LineEvidence line={only} />
          </>
        )}
        <Select {...bindField(fields, 'decision')} label={t('Decision')} required>
          {Object.entries(REVIEW_DECISIONS).map(([value, words]) => (
            <option key={value} value={value}>
              {t(words)}
            </option>
          ))}
        </Select>
        {chosen === 'shorten' && (
          <TextField {...bindField(fields, 'lastDay')} label={t('Last day')} type="date" required />
        )}
        <TextArea
          {...bindField(fields, 'comment')}
          label={t('Reason')}
          hint={
            needsReason
              ? t('Needed: something about this access calls for attention.')
              : t('Administrators read it with the result, and the person in their own data.')
          }
          maxLength={500}
          required={needsReason}
        />
        <WorkEnd work={deciding} label={t('Decide')} />
      </form>
    </WorkDialog>
  )
}
