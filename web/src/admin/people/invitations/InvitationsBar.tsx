import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import './invitations.css'

type Props = { count: number; onClear: () => void; onResend: () => void; onRevoke: () => void }

/** What can be done with the selected invitations. */
export function InvitationsBar({ count, onClear, onResend, onRevoke }: Props) {
  const { t, i18n } = useTranslation()
  return (
    <div className="selection-bar">
      <p role="status">{t('{{number}} selected', { number: formatNumber(count, i18n.language) })}</p>
      <Button variant="link" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      <div className="selection-actions invitation-bulk">
        <Button variant="neutral" onClick={onResend}>
          {t('Send again')}
        </Button>
        <Button variant="danger" onClick={onRevoke}>
          {t('Revoke')}
        </Button>
      </div>
    </div>
  )
}
