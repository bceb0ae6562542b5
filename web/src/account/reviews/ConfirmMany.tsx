import { HASTY_SECONDS } from '@gatehouse/contract/review-lines.ts'
import { useTranslation } from 'react-i18next'
import { decisionInWords } from '../../reviews/review-words.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Asked, useDecide } from './use-decide.ts'

type Props = { asked: Asked; deciding: ReturnType<typeof useDecide> }

/** Asks before so many lines are decided within seconds; the result marks them. */
export function ConfirmMany({ asked: { confirm, ...decided }, deciding }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <ConfirmDialog
      title={t('{{number}} decisions within seconds', { number: confirm })}
      confirmLabel={t('Confirm {{number}} decisions', { number: confirm })}
      isBusy={deciding.isBusy}
      error={deciding.error}
      onConfirm={() => void deciding.run({ ...decided, confirmedLines: confirm })}
      onClose={deciding.dismiss}
    >
      <p>
        {t('Your decision: {{decision}}. With it you have decided {{number}} lines within {{seconds}} seconds.', {
          decision: decisionInWords(t, i18n.language, { ...decided, lastDay: decided.lastDay ?? null }),
          number: confirm,
          seconds: HASTY_SECONDS,
        })}
      </p>
      <p>{t('The result of the review marks these lines, so that others can look at them again.')}</p>
    </ConfirmDialog>
  )
}
