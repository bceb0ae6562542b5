import {
  goesBy,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type NoticeName,
  noticeOf,
} from '@gatehouse/contract/notices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { useAction } from '../../../ui/use-action.ts'
import './built-in-start.css'
import { textQuery, textsQuery } from '../texts-in-use/queries.ts'

type Props = { channel: 'email' | 'sms' }

/** Fills the form for a new template with the built-in text. */
export function BuiltInStart({ channel }: Props) {
  const [id, name, language]: unknown[] = useWatch({ name: ['_id', 'TemplateName', 'Language'] })
  const notice = typeof name === 'string' ? noticeOf(name) : null
  if (id !== undefined || notice === null || !goesBy(channel, notice)) return null
  const languages = MESSAGE_LANGUAGES.filter((one) => language === 'All' || language === one)
  return <Start channel={channel} notice={notice} languages={languages} />
}

type StartProps = Props & { notice: NoticeName; languages: readonly MessageLanguage[] }

function Start({ channel, notice, languages }: StartProps) {
  const { t } = useTranslation()
  const { getValues, setValue } = useFormContext()
  const queries = useQueryClient()
  const { data: texts, error, refetch } = useQuery(textsQuery({ channel }))
  const [asked, setAsked] = useState<MessageLanguage | null>(null)
  const offered = languages.filter((language) =>
    texts?.some((text) => text.notice === notice && text.language === language && text.hasBuiltIn),
  )

  const start = useAction(async (language: MessageLanguage) => {
    setAsked(null)
    const { builtIn } = await queries.fetchQuery(textQuery({ channel, notice, language }))
    if (builtIn === null) return
    const change = { shouldDirty: true, shouldValidate: true }
    if (channel === 'email') setValue('Subject', builtIn.subject, change)
    setValue('Template', builtIn.body, change)
  })

  if (texts === undefined) return <PartFailure error={error} onRetry={() => void refetch()} />
  if (offered.length === 0)
    return (
      <p className="field-hint">
        {t('This message has no built-in SMS text. It is sent by SMS only if there is a template.')}
      </p>
    )
  const isEmpty = () => [getValues('Subject'), getValues('Template')].every((text) => !String(text ?? '').trim())
  const handleStart = (language: MessageLanguage) => (isEmpty() ? void start.run(language) : setAsked(language))
  return (
    <div className="built-in-start">
      <span>{t('Start from the built-in text')}</span>
      {offered.map((language) => (
        <Button key={language} variant="neutral" isBusy={start.isBusy} onClick={() => handleStart(language)}>
          <span lang={language}>{LANGUAGES.find(({ code }) => code === language)?.name}</span>
        </Button>
      ))}
      <ErrorAlert error={start.error} takesFocus={false} />
      {asked && (
        <ConfirmDialog
          title={t('Replace your text?')}
          confirmLabel={t('Replace')}
          onConfirm={() => void start.run(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t('The built-in text replaces the subject and the template in this form.')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
