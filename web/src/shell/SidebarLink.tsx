import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../i18n/format.ts'
import { ICONS } from './menu.ts'
import { isRecordOf, type Screen } from './screens.ts'

type Props = {
  screen: Screen
  /** How much waits there; nothing and zero are not shown. */
  waiting?: number | undefined
}

/** An entry of the menu, which is the current one also on the pages of its records. */
export function SidebarLink({ screen: { path, to, label }, waiting = 0 }: Props) {
  const { t, i18n } = useTranslation()
  const number = formatNumber(waiting, i18n.language)
  const Icon = ICONS[path]
  const isAbove = useLocation({ select: ({ pathname }) => isRecordOf(path, pathname) })
  return (
    <Link to={to} className="sidebar-entry" {...(isAbove && { 'aria-current': 'true' })}>
      {Icon && <Icon size={18} aria-hidden />}
      {t(label)}
      {waiting > 0 && (
        <span className="sidebar-waiting" title={t('Waiting for you: {{number}}', { number })}>
          <span className="visually-hidden">{t('Waiting for you: {{number}}', { number })}</span>
          <span aria-hidden="true">{number}</span>
        </span>
      )}
    </Link>
  )
}
