import { checkWords } from '@gatehouse/contract/admin/security/check-words.ts'
import type { CheckedSecurity } from '@gatehouse/contract/admin/security/checklist.ts'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { mayOpen } from '../../shell/screens.ts'
import { MENDED_AT } from './mended-at.ts'

const ICONS = { good: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** One check: what was found and, if something should be changed, how. */
export function CheckLine({ check }: { check: CheckedSecurity }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const { title, found, mend } = checkWords(
    check,
    (text, values = {}) => t(text, values),
    (count) => formatNumber(count, i18n.language),
  )
  const Icon = ICONS[check.state]
  const states = { good: t('In order'), warning: t('Warning'), danger: t('Danger') }
  const to = MENDED_AT[check.kind]
  return (
    <>
      <Icon size={18} role="img" aria-label={states[check.state]} />
      <div>
        <h3>{title}</h3>
        <p>{found}</p>
        {mend !== null && (
          <p className="security-mend">
            {mend} {to !== undefined && mayOpen(permissions, to) && <Link to={to}>{t('Open the list')}</Link>}
          </p>
        )}
      </div>
    </>
  )
}
