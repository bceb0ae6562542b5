import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ICONS } from './menu.ts'
import { isRecordOf, type Screen } from './screens.ts'

/** An entry of the menu, which is the current one also on the pages of its records. */
export function SidebarLink({ screen: { path, to, label } }: { screen: Screen }) {
  const { t } = useTranslation()
  const Icon = ICONS[path]
  const isAbove = useLocation({ select: ({ pathname }) => isRecordOf(path, pathname) })
  return (
    <Link to={to} className="sidebar-entry" {...(isAbove && { 'aria-current': 'true' })}>
      {Icon && <Icon size={18} aria-hidden />}
      {t(label)}
    </Link>
  )
}
