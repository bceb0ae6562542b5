import type { RememberedBrowser } from '@gatehouse/contract/factors/remembered-browsers.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoment } from '../i18n/format.ts'
import { Button } from '../ui/Button.tsx'
import '../session/session-list.css'

type Props = {
  browsers: readonly RememberedBrowser[]
  /** Forgets one of them; without it they can only be seen. */
  onForget?: ((browser: RememberedBrowser) => void) | undefined
  isForgetting: boolean
}

const PHONES = ['iPhone', 'iPad', 'Android']

/** Browsers in which somebody needs no second step. */
export function RememberedBrowserList({ browsers, onForget, isForgetting }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)

  function nameOf({ browser, system }: RememberedBrowser): string {
    const program = browser || t('A browser')
    return system ? t('{{browser}} on {{system}}', { browser: program, system }) : program
  }

  return (
    <ul className="sessions">
      {browsers.map((one) => {
        const Icon = PHONES.includes(one.system) ? Smartphone : Monitor
        return (
          <li key={one._id}>
            <Icon size={22} aria-hidden />
            <div className="sessions-text">
              <p className="sessions-name">
                {nameOf(one)}
                {one.isCurrent && <span className="sessions-current">{t('This browser')}</span>}
              </p>
              <p className="sessions-detail">
                <span>{t('IP address {{ip}}', one)}</span>
                <span>{t('Last used {{when}}', { when: momentOf(one.lastUsedAt) })}</span>
                <span>{t('Until {{until}}', { until: formatDay(new Date(one.expiresAt), i18n.language) })}</span>
              </p>
            </div>
            {onForget && (
              <Button
                variant="neutral"
                isIdle={isForgetting}
                aria-label={t('Forget {{name}}, {{ip}}', { name: nameOf(one), ip: one.ip })}
                onClick={() => onForget(one)}
              >
                {t('Forget')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
