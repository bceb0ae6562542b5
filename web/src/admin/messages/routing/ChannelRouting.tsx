import type { Explanation, Routing } from '@gatehouse/contract/admin/messages/routing.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { Alert } from '../../../ui/Alert.tsx'
import '../../../ui/status-badge.css'
import { CHANNELS } from '../message-words.ts'
import { FIT_WORDS, reasonTexts, routingText, scopeText } from './routing-words.ts'

type Props = { notice: string; explanation: Explanation; channel: 'email' | 'sms' }

/** One channel: the sentence, the reasons, and everything that was weighed. */
export function ChannelRouting({ notice, explanation, channel }: Props) {
  const { t, i18n } = useTranslation()
  const way = explanation[channel]
  return (
    <section className="message-routing" aria-label={t(CHANNELS[channel].label)}>
      <h3>{t(CHANNELS[channel].label)}</h3>
      <Alert tone={way.obstacle === null ? 'success' : 'warning'}>{routingText(notice, explanation, channel)}</Alert>
      {way.obstacle === null && (
        <ul className="message-reasons">
          {reasonTexts(way).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {way.gateways.length > 0 && (
        <>
          <h4>{t('Gateways, in their order')}</h4>
          <ol className="message-candidates">
            {way.gateways.map(({ _id, name, pausedUntil, fit, ...scope }) => (
              <li key={_id ?? ''}>
                <div className="cell-lines">
                  <span>{t(name)}</span>
                  <small>
                    {_id === null ? t('Used when no other gateway works') : scopeText({ _id, ...scope })}
                    {pausedUntil && (
                      <>
                        {' · '}
                        {t('paused until {{time}}', {
                          time: formatMoment(new Date(pausedUntil), new Date(), i18n.language),
                        })}
                      </>
                    )}
                  </small>
                </div>
                <Fit fit={fit} />
              </li>
            ))}
          </ol>
        </>
      )}
      {way.templates.length > 0 && (
        <>
          <h4>{t('Templates, in their order')}</h4>
          <ol className="message-candidates">
            {way.templates.map(({ _id, language, fit, ...template }) => (
              <li key={_id}>
                <div className="cell-lines">
                  <span>{scopeText({ _id, ...template })}</span>
                  <small>{LANGUAGES.find(({ code }) => code === language)?.name ?? t('All languages')}</small>
                </div>
                <Fit fit={fit} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function Fit({ fit }: Pick<Routing['templates'][number], 'fit'>) {
  const { t } = useTranslation()
  return <span className={`status-badge status-badge-${FIT_WORDS[fit].tone}`}>{t(FIT_WORDS[fit].label)}</span>
}
