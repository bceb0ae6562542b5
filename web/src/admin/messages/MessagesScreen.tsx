import { Activity, Route } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../session/use-page-title.ts'
import { Button } from '../../ui/Button.tsx'
import '../admin-screen.css'
import { GatewayHealth } from './GatewayHealth.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { MessagesOverview } from './MessagesOverview.tsx'
import { MessagesTable } from './MessagesTable.tsx'
import { MessagesToolbar } from './MessagesToolbar.tsx'
import './messages.css'
import { useMessagesSearch } from './use-messages.ts'
import { type WayAbout, WhichWay } from './WhichWay.tsx'

/** What became of every message, and why it goes which way. */
export function MessagesScreen() {
  const { t } = useTranslation()
  const { shown, show } = useMessagesSearch()
  // What one message is about narrows nothing.
  const [asked, setAsked] = useState<WayAbout | null>(null)
  usePageTitle(t('Messages'))

  return (
    <div className="console">
      <div className="list-head">
        <h1>{t('Messages')}</h1>
        <div className="list-head-actions">
          <Button variant="neutral" onClick={() => show({ panel: 'gateways' })}>
            <Activity size={16} aria-hidden />
            {t('Gateways')}
          </Button>
          <Button variant="neutral" onClick={() => show({ panel: 'way' })}>
            <Route size={16} aria-hidden />
            {t('Which way?')}
          </Button>
        </div>
      </div>
      <MessagesOverview shown={shown} onShow={show} />
      <div className="list-card">
        <MessagesToolbar shown={shown} onShow={show} />
        <MessagesTable shown={shown} onShow={show} onAsk={setAsked} />
      </div>
      {shown.open && (
        <MessageDialog
          key={shown.open}
          id={shown.open}
          onOpen={(open) => show({ open })}
          onClose={() => show({ open: '' })}
        />
      )}
      {shown.panel === 'way' && <WhichWay about={shown} onClose={() => show({ panel: '' })} />}
      {asked && <WhichWay about={asked} onClose={() => setAsked(null)} />}
      {shown.panel === 'gateways' && <GatewayHealth onClose={() => show({ panel: '' })} />}
    </div>
  )
}
