import type { readTextInUse, TextInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { type MessageLanguage, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { RenderedMail } from '../preview/RenderedMail.tsx'
import '../editor/sms-template-input.css'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { textQuery } from './queries.ts'

type About = Pick<Input<typeof readTextInUse>, 'channel' | 'applicationId' | 'clientId'>

/** The initial text of a new template. */
export type Start = About & { notice: NoticeName; language: MessageLanguage; subject: string; body: string }

type Props = {
  notice: NoticeName
  about: About
  /** Of each language. */
  texts: readonly TextInUse[]
  onStart: ((start: Start) => void) | undefined
}

type Source = 'inUse' | 'builtIn'

/** One message as currently sent, and its built-in text if a template replaces it. */
export function TextInUseView({ notice, about, texts, onStart }: Props) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<MessageLanguage>(i18n.language === 'hi' ? 'hi' : 'en')
  const [wished, setWished] = useState<Source>('inUse')
  const which = { ...about, notice, language }
  const text = useQuery({ ...textQuery(which), placeholderData: keepPreviousData })
  const { data, error, isFetching, isPlaceholderData, refetch } = text
  const own = texts.find((one) => one.language === language)?.template ?? null
  const hasBoth = own !== null && data?.builtIn != null
  const source = hasBoth ? wished : 'inUse'
  const rendered = data?.[source]?.rendered
  const builtIn = source === 'builtIn' || own === null ? data?.builtIn : null

  return (
    <section className="message-text-view" aria-label={t(NOTICES[notice].title)}>
      <div>
        <h3>{t(NOTICES[notice].title)}</h3>
        <p className="field-hint">{t('Sent when: {{when}}', { when: t(NOTICES[notice].when) })}</p>
      </div>
      <div className="message-text-choices">
        <SegmentedControl
          label={t('Language')}
          value={language}
          onChange={setLanguage}
          choices={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
        />
        {hasBoth && (
          <SegmentedControl
            label={t('Text')}
            value={source}
            onChange={setWished}
            choices={[
              { value: 'inUse', label: t('In use') },
              { value: 'builtIn', label: t('Built-in text') },
            ]}
          />
        )}
        {onStart && builtIn && (
          <Button variant="neutral" onClick={() => onStart({ ...which, subject: builtIn.subject, body: builtIn.body })}>
            {t('Start from this text')}
          </Button>
        )}
      </div>
      <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <Spinner size={24} />}
      {data && !error && (
        <>
          <Origin text={data} isBuiltIn={source === 'builtIn'} />
          {rendered &&
            (about.channel === 'email' ? (
              <RenderedMail title={t(NOTICES[notice].title)} rendered={rendered} isStale={isPlaceholderData} />
            ) : (
              <p className="sms-bubble" lang={language}>
                {rendered.text}
              </p>
            ))}
          {rendered && (
            <p className="field-hint">
              {t('Shown with the names and addresses of this portal, and sample values for personal details.')}
            </p>
          )}
        </>
      )}
    </section>
  )
}

type Text = Output<typeof readTextInUse>

/** The source of the text, and why the matching template is not used. */
function Origin({ text: { inUse }, isBuiltIn }: { text: Text; isBuiltIn: boolean }) {
  const { t } = useTranslation()
  if (isBuiltIn) return <p className="message-text-origin">{t('Used when no template matches a message.')}</p>
  if (inUse === null) return <Alert tone="info">{t('Not sent by SMS: there is no text for it.')}</Alert>
  if (inUse.remark !== '')
    return (
      <Alert tone="warning">
        {inUse.rendered === null
          ? t('The matching template cannot be sent, and there is no built-in text, so the message is not sent.')
          : t('The matching template cannot be sent, so the built-in text is used.')}{' '}
        {t('Open the template to see what is wrong.')}
      </Alert>
    )
  const { template } = inUse
  if (template === null)
    return <p className="message-text-origin">{t('No template is meant for it: the built-in text goes out.')}</p>
  const application = template.application ?? t('All')
  const client = template.client ?? t('All')
  return (
    <p className="message-text-origin">
      {t('Sent with a template. Application: {{application}}, client: {{client}}.', { application, client })}
    </p>
  )
}
