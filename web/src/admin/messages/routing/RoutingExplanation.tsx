import { explainMessage } from '@gatehouse/contract/admin/messages/routing.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage, NOTICE_NAMES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { OptionFilter } from '../../engine/list/OptionFilter.tsx'
import { PersonFilter } from '../../engine/list/PersonFilter.tsx'
import { titleOf } from '../message-words.ts'
import { ChannelRouting } from './ChannelRouting.tsx'
import '../messages.css'
import './routing.css'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'

type Question = { notice: NoticeName; userId: string; applicationId: string; clientId: string; language: string }

/** What the question begins with; whatever is empty is not asked about. */
export type RoutingAbout = { notice?: string; userId?: string; applicationId?: string; clientId?: string }

/** Says through what a message would go right now, and why. */
export function RoutingExplanation({ about, onClose }: { about: RoutingAbout; onClose: () => void }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [question, setQuestion] = useState<Question>({
    notice: NOTICE_NAMES.find((name) => name === about.notice) ?? 'login-otp',
    // Others are answered about the application and client alone.
    userId: permissions.includes('users:read') ? (about.userId ?? '') : '',
    applicationId: about.applicationId ?? '',
    clientId: about.clientId ?? '',
    language: '',
  })
  const ask = (change: Partial<Question>) => setQuestion({ ...question, ...change })
  const { notice, userId, applicationId, clientId, language } = question
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['messages', 'explain', question],
    queryFn: () =>
      call(explainMessage, {
        notice,
        ...(userId && { userId }),
        ...(applicationId && { applicationId }),
        ...(clientId && { clientId }),
        ...(language && { language: language as MessageLanguage }),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  return (
    <Dialog title={t('Routing')} size="large" onClose={onClose}>
      <div className="form message">
        <p className="message-note">{t('The gateway and text that a message would use now, and why.')}</p>
        <div className="message-question">
          <Select
            label={t('Message')}
            value={notice}
            onChange={({ target }) => ask({ notice: target.value as NoticeName })}
          >
            {NOTICE_NAMES.map((name) => (
              <option key={name} value={name}>
                {t(titleOf(name))}
              </option>
            ))}
          </Select>
          <Select label={t('Language')} value={language} onChange={({ target }) => ask({ language: target.value })}>
            <option value="">{t('Their language')}</option>
            {LANGUAGES.filter(({ code }) => MESSAGE_LANGUAGES.includes(code)).map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
          <PersonFilter label={t('Person')} value={userId} onChange={(chosen) => ask({ userId: chosen })} />
          <OptionFilter
            kind="applications"
            label={t('Application')}
            placeholder={userId ? t('The only one') : t('None')}
            gone={t('A deleted application')}
            value={applicationId}
            onChange={(chosen) => ask({ applicationId: chosen })}
          />
          <OptionFilter
            kind="clients"
            label={t('Client')}
            placeholder={userId ? t('The only one') : t('None')}
            gone={t('A deleted client')}
            value={clientId}
            onChange={(chosen) => ask({ clientId: chosen })}
          />
        </div>
        <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        {!data && !error && <Spinner size={24} />}
        {data && !error && (
          <div aria-busy={isFetching}>
            <ChannelRouting notice={notice} explanation={data} channel="email" />
            <ChannelRouting notice={notice} explanation={data} channel="sms" />
          </div>
        )}
        <FormEnd>
          <Button variant="neutral" onClick={onClose}>
            {t('Close')}
          </Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}
