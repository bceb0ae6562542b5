import type { LiveSession } from '@gatehouse/contract/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../i18n/format.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

type Props = {
  /** Translated. */
  title: string
  /** Translated; said when it is done. */
  message: string
  /** Translated: to end the sessions, too. */
  endLabel: string
  /** The open sessions of the person. */
  loadSessions: () => Promise<LiveSession[]>
  onRemove: (endsSessions: boolean) => Promise<{ ended: number }>
  onRemoved: () => void
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before a way to sign in is removed, and removes it, with what may still be signed in by it. */
export function RemoveFactor({
  title,
  message,
  endLabel,
  loadSessions,
  onRemove,
  onRemoved,
  onClose,
  children,
}: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [endsSessions, setEndsSessions] = useState(true)
  // Only how many they are is shown, so the dialog does without them.
  const { data: sessions } = useQuery({
    queryKey: ['sessionsToEnd', title],
    queryFn: loadSessions,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const count = sessions?.filter(({ isCurrent }) => !isCurrent).length
  const number = (value: number) => formatNumber(value, i18n.language)
  const removal = useAction(async () => {
    const { ended } = await onRemove(endsSessions)
    for (const key of ['sessions', 'userSessions', 'rememberedBrowsers'])
      void cache.invalidateQueries({ queryKey: [key] })
    toasts.success(ended === 0 ? message : `${message}. ${t('Sessions ended: {{number}}', { number: number(ended) })}`)
    onRemoved()
  })
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('Remove')}
      tone="danger"
      isBusy={removal.isBusy}
      error={removal.error}
      onConfirm={() => void removal.run()}
      onClose={onClose}
    >
      {children}
      <p>{t('A lost device may still be signed in.')}</p>
      <Checkbox
        label={count === undefined ? endLabel : `${endLabel} (${number(count)})`}
        checked={endsSessions}
        onChange={(event) => setEndsSessions(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
