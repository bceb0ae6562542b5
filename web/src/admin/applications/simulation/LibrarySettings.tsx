import type { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'

type Props = {
  result: Output<typeof simulateRequest>
  /** Belongs to the challenge of the request. */
  verifier: string | undefined
}

/** The settings to enter in the application, ready to copy. */
export function LibrarySettings({ result: { settings, address, curl }, verifier = '' }: Props) {
  const { t } = useTranslation()
  const all = Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
  return (
    <div className="simulation-settings">
      <p>{t('Most libraries need the issuer, the client id and the secret, and discover the rest automatically.')}</p>
      <header>
        <h3>{t('Settings')}</h3>
        <CopyButton text={all} label={t('Copy the settings')} />
      </header>
      <dl>
        {Object.entries(settings).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <header>
        <h3>{t('Start the request in a browser')}</h3>
        <CopyButton text={address} label={t('Copy the address')} />
      </header>
      <code>{address}</code>
      <header>
        <h3>{t('Redeem the code on the command line')}</h3>
        <CopyButton text={curl.replace('VERIFIER', verifier)} label={t('Copy the command')} />
      </header>
      <code>{curl.replace('VERIFIER', verifier)}</code>
      <p>{t('Replace the values in capitals. A code is valid for one minute and works once.')}</p>
    </div>
  )
}
