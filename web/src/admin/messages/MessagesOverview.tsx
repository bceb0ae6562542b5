import { MESSAGES_COUNTED_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import { CircleAlert, Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import type { STATES } from './message-words.ts'
import type { MessagesSearch } from './messages-search.ts'
import { useMessagesOverview } from './use-messages.ts'

type Props = { shown: MessagesSearch; onShow: (change: Partial<MessagesSearch>) => void }

/** What is worth a look right now; pressing a figure lists what it counts. */
export function MessagesOverview({ shown, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const { data } = useMessagesOverview()
  const number = (count: number | undefined) => {
    if (count === undefined) return '–'
    return formatNumber(count, i18n.language) + (count === MESSAGES_COUNTED_MAX ? '+' : '')
  }
  const toggle = (state: keyof typeof STATES) => onShow({ state: shown.state === state ? '' : state })
  const oldest = data?.oldestWaitingAt
  return (
    <section className="message-figures" aria-label={t('Overview')}>
      <Figure
        icon={<Hourglass size={18} aria-hidden />}
        label={t('Waiting')}
        figure={number(data?.waiting)}
        isPressed={shown.state === 'waiting'}
        onPress={() => toggle('waiting')}
      />
      <Figure
        icon={<CircleAlert size={18} aria-hidden />}
        label={t('Failed in 24 hours')}
        figure={number(data?.failed)}
        isBad={(data?.failed ?? 0) > 0}
        isPressed={shown.state === 'failed'}
        onPress={() => toggle('failed')}
      />
      <div className="message-figure">
        <Clock size={18} aria-hidden />
        <span className="message-figure-label">{t('Oldest waiting')}</span>
        <span className="message-figure-value">{oldest ? <Moment at={oldest} /> : '–'}</span>
      </div>
    </section>
  )
}

type FigureProps = {
  icon: ReactNode
  label: string
  figure: string
  isBad?: boolean
  isPressed: boolean
  onPress: () => void
}

function Figure({ icon, label, figure, isBad = false, isPressed, onPress }: FigureProps) {
  return (
    <button
      type="button"
      className="message-figure"
      aria-pressed={isPressed}
      data-bad={isBad || undefined}
      onClick={onPress}
    >
      {icon}
      <span className="message-figure-label">{label}</span>
      <span className="message-figure-value">{figure}</span>
    </button>
  )
}
