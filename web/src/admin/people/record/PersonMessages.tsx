import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeLinesSearch } from '../../engine/lines/lines-search.ts'
import { MessageDialog } from '../../messages/MessageDialog.tsx'
import { MessagesTable } from '../../messages/MessagesTable.tsx'
import '../../messages/messages.css'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { type MessagesSearch, readMessagesSearch } from '../../messages/messages-search.ts'
import { type RoutingAbout, RoutingExplanation } from '../../messages/routing/RoutingExplanation.tsx'
import type { UserRow } from '../user-row.ts'

/** What was sent to a person, newest first. */
export function PersonMessages({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const changeAddress = useChangeAddress()
  const address: Record<string, unknown> = useSearch({ strict: false })
  const shown = { ...readMessagesSearch({ page: address.page, open: address.open }), userId: row._id }
  const [asked, setAsked] = useState<RoutingAbout | null>(null)

  function show(change: Partial<MessagesSearch>) {
    const { userId: _, ...search } = writeLinesSearch({ ...shown, ...change })
    changeAddress({ search, state: true, resetScroll: false })
  }

  return (
    <div className="list-card">
      <MessagesTable
        shown={shown}
        onShow={show}
        onAsk={setAsked}
        isCompact
        empty={t('Nothing was sent to this person in the last 90 days.')}
      />
      {shown.open && (
        <MessageDialog
          key={shown.open}
          id={shown.open}
          onOpen={(open) => show({ open })}
          onClose={() => show({ open: '' })}
        />
      )}
      {asked && <RoutingExplanation about={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
