import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import { Activity, Route } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { useScreenTitle } from '../../session/use-screen-title.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import '../engine/admin-screen.css'
import { DownloadFile } from '../engine/DownloadFile.tsx'
import { ListAction } from '../engine/list/actions/ListAction.tsx'
import { ListActions } from '../engine/list/actions/ListActions.tsx'
import { CallDialog } from '../outbound-calls/CallDialog.tsx'
import { CallsTable } from '../outbound-calls/CallsTable.tsx'
import { Alarms } from './Alarms.tsx'
import { GatewayHealth } from './GatewayHealth.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { MessagesOverview } from './MessagesOverview.tsx'
import { MessagesTable } from './MessagesTable.tsx'
import { MessagesToolbar } from './MessagesToolbar.tsx'
import './messages.css'
import { OTHER_VIEW, toMessagesFilter } from './messages-search.ts'
import { type RoutingAbout, RoutingExplanation } from './routing/RoutingExplanation.tsx'
import { useMessagesOverview, useMessagesSearch } from './use-messages.ts'

/** What became of every message and of every call to another system, and why messages go which way. */
export function MessagesScreen() {
  const { t, i18n } = useTranslation()
  const { shown, show } = useMessagesSearch()
  const { data: overview } = useMessagesOverview()
  // What one message is about narrows nothing.
  const [asked, setAsked] = useState<RoutingAbout | null>(null)
  const title = useScreenTitle()
  const failed = overview?.failedCalls ?? 0

  return (
    <ListActions>
      <div className="console list-page">
        <div className="list-head">
          <h1>{title}</h1>
          <div className="list-head-actions">
            <DownloadFile file={messagesFile} query={toMessagesFilter(shown)} />
            <ListAction label={t('Gateways')} Icon={Activity} onChoose={() => show({ panel: 'gateways' })} />
            <ListAction label={t('Routing')} Icon={Route} onChoose={() => show({ panel: 'way' })} />
          </div>
        </div>
        <Alarms alarms={overview?.alarms ?? []} isNobodyNotified={overview?.isNobodyNotified ?? false} />
        <Tabs
          label={t('Messages')}
          value={shown.view === 'calls' ? 'calls' : 'people'}
          onChange={(view) => show({ ...OTHER_VIEW, view: view === 'calls' ? 'calls' : '' })}
          tabs={[
            {
              value: 'people',
              label: t('To people'),
              content: (
                <>
                  <MessagesOverview shown={shown} onShow={show} />
                  <div className="list-card">
                    <MessagesToolbar shown={shown} onShow={show} />
                    <MessagesTable shown={shown} onShow={show} onAsk={setAsked} />
                  </div>
                </>
              ),
            },
            {
              value: 'calls',
              label:
                failed === 0
                  ? t('To other systems')
                  : t('To other systems ({{number}} failed)', { number: formatNumber(failed, i18n.language) }),
              content: <CallsTable shown={shown} onShow={show} />,
            },
          ]}
        />
        {shown.open && shown.view === 'calls' && (
          <CallDialog key={shown.open} id={shown.open} onClose={() => show({ open: '' })} />
        )}
        {shown.open && shown.view !== 'calls' && (
          <MessageDialog
            key={shown.open}
            id={shown.open}
            onOpen={(open) => show({ open })}
            onClose={() => show({ open: '' })}
          />
        )}
        {shown.panel === 'way' && <RoutingExplanation about={shown} onClose={() => show({ panel: '' })} />}
        {asked && <RoutingExplanation about={asked} onClose={() => setAsked(null)} />}
        {shown.panel === 'gateways' && <GatewayHealth onClose={() => show({ panel: '' })} />}
      </div>
    </ListActions>
  )
}
