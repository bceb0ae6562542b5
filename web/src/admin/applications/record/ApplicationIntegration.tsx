import { redeem } from '@gatehouse/contract/launch.ts'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Facts } from '../../engine/record/Facts.tsx'
import { Simulation } from '../simulation/Simulation.tsx'
import type { ApplicationRow } from './application-row.ts'

/** What the developers of an application need, and a test of it. */
export function ApplicationIntegration({ row }: { row: ApplicationRow }) {
  const { t } = useTranslation()
  const { origin } = window.location
  const addresses: Record<string, string> = {
    [t('Application id (client_id)')]: row._id,
    [t('Issuer')]: origin,
    [t('Discovery')]: `${origin}/.well-known/openid-configuration`,
    [t('Redeem a launch token')]: `${origin}${redeem.path}`,
  }
  return (
    <>
      <Facts
        heading={t('What the application needs')}
        facts={Object.entries(addresses).map(([label, text]) => ({
          label,
          value: (
            <span className="facts-copied">
              <code>{text}</code>
              <CopyButton text={text} label={t('Copy: {{name}}', { name: label })} />
            </span>
          ),
        }))}
      />
      <div className="record-card">
        <h2>{t('Test this integration')}</h2>
        <Simulation row={row} />
      </div>
    </>
  )
}
