import type { TemplatePreview } from '@gatehouse/contract/admin/templates/preview.ts'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../../ui/Alert.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'

type Props = { text: string; sms: NonNullable<TemplatePreview['sms']> }

/** Preview of an SMS: its text, its length and the reasons for it, and the text to register in India. */
export function SmsPreview({ text, sms: { unicode, registered, tooLong } }: Props) {
  const { t } = useTranslation()
  if (text === '') return null
  return (
    <>
      <section className="sms-part" aria-label={t('Preview')}>
        <h3>{t('Preview')}</h3>
        <p className="sms-bubble">{text}</p>
        {unicode.length > 0 && (
          <p className="field-hint">
            {unicode.some(isOfAnotherScript)
              ? t('A message in this script holds 70 characters instead of 160.')
              : t('These characters limit a message to 70 characters instead of 160: {{letters}}', {
                  letters: shortened(unicode),
                })}
          </p>
        )}
      </section>
      <section className="sms-part" aria-label={t('Register this text (DLT)')}>
        <h3>{t('Register this text (DLT)')}</h3>
        {registered === null ? (
          <p className="field-hint">
            {t(
              'A text with conditions has several variants, and each would have to be registered. Remove the conditions.',
            )}
          </p>
        ) : (
          <div className="sms-registered">
            <code>{registered}</code>
            <CopyButton text={registered} label={t('Copy the text to register')} />
          </div>
        )}
        {tooLong.length > 0 && (
          <Alert tone="warning">
            {t('Longer than the 30 characters that operators allow in place of a variable: {{names}}', {
              names: tooLong.join(', '),
            })}
          </Alert>
        )}
      </section>
    </>
  )
}

/** Hindi letters are intended. Only characters with a plain alternative are listed. */
const isOfAnotherScript = (letter: string) => /(?!\p{Script=Latin})[\p{L}\p{M}]/u.test(letter)

const SHOWN = 20

const shortened = (letters: readonly string[]) =>
  letters.slice(0, SHOWN).join(' ') + (letters.length > SHOWN ? ' …' : '')
