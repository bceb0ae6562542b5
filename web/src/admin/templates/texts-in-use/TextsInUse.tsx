import type { TextInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import type { NoticeName } from '@gatehouse/contract/notices.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { OptionFilter } from '../../engine/list/OptionFilter.tsx'
import { type Start, TextInUseView } from './TextInUseView.tsx'
import { TextsInUseList } from './TextsInUseList.tsx'
import './texts-in-use.css'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { textsQuery } from './queries.ts'

type Props = {
  channel: 'email' | 'sms'
  /** Starts a template from a built-in text. Only given with the permission to change templates. */
  onStart: ((start: Start) => void) | undefined
  onClose: () => void
}

/** All messages of the portal, with their current texts for an application and client. */
export function TextsInUse({ channel, onStart, onClose }: Props) {
  const { t } = useTranslation()
  const [scope, setScope] = useState({ applicationId: '', clientId: '' })
  const [chosen, setChosen] = useState<NoticeName | null>(null)
  // The same width as in texts-in-use.css.
  const isBeside = useMedia('(min-width: 1100px)')
  const { applicationId, clientId } = scope
  const about = { channel, ...(applicationId && { applicationId }), ...(clientId && { clientId }) }
  const { data, error, isFetching, refetch } = useQuery({ ...textsQuery(about), placeholderData: keepPreviousData })
  const shown = chosen ?? (isBeside ? (data?.[0]?.notice ?? null) : null)
  const view = shown && data && (
    <TextInUseView
      // A newly chosen message starts in the language of the reader.
      key={shown}
      notice={shown}
      about={about}
      texts={data.filter(({ notice }: TextInUse) => notice === shown)}
      onStart={onStart}
    />
  )

  return (
    <Dialog title={t('Message texts')} size="wide" onClose={onClose}>
      <div className="form message-texts">
        {(isBeside || !view) && (
          <div className="message-texts-all">
            <p className="field-hint">
              {t('The text of each message. Without a template, the built-in text is used.')}
            </p>
            <OptionFilter
              kind="applications"
              label={t('Application')}
              placeholder={t('All')}
              gone={t('A deleted application')}
              value={applicationId}
              onChange={(id) => setScope({ ...scope, applicationId: id })}
            />
            <OptionFilter
              kind="clients"
              label={t('Client')}
              placeholder={t('All')}
              gone={t('A deleted client')}
              value={clientId}
              onChange={(id) => setScope({ ...scope, clientId: id })}
            />
            <PartFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
            {!data && !error && <Spinner size={24} />}
            {data && <TextsInUseList texts={data} chosen={shown} onChoose={setChosen} />}
          </div>
        )}
        {view && (
          <div className="message-texts-one">
            {!isBeside && (
              <Button variant="quiet" data-first onClick={() => setChosen(null)}>
                <ArrowLeft size={16} aria-hidden />
                {t('All messages')}
              </Button>
            )}
            {view}
          </div>
        )}
      </div>
    </Dialog>
  )
}
