import type { Use } from '@gatehouse/contract/admin/engine/resource.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { mayOpen } from '../../shell/screens.ts'
import { addressOfUse } from './address-of-use.ts'
import './uses.css'

/** What uses a record: each kind with its number and the names of the first few, as links where one may open them. */
export function Uses({ uses }: { uses: readonly Use[] }) {
  const { t, i18n } = useTranslation()
  return (
    <ul className="uses" aria-label={t('Used by')}>
      {uses.map(({ kind, count, names, ids = [] }) => (
        <li key={kind}>
          <strong>{t(kind)}</strong>
          <span className="uses-count">{formatNumber(count, i18n.language)}</span>
          <span className="uses-names">
            {names.map((name, index) => (
              <Fragment key={ids[index] ?? name}>
                {index > 0 && ', '}
                <Name kind={kind} name={name} id={ids[index]} />
              </Fragment>
            ))}
            {count > names.length &&
              names.length > 0 &&
              ` ${t('and {{number}} more', { number: count - names.length })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Name({ kind, name, id }: { kind: string; name: string; id: string | undefined }) {
  const { permissions } = useSession()
  const address = addressOfUse(kind, name, id)
  if (address === null) return name
  const { screen, ...link } = address
  return mayOpen(permissions, `/dashboard${screen}`) ? <Link {...link}>{name}</Link> : name
}
