import type { Invited } from '@gatehouse/contract/admin/people/invitations.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { recordPage } from '../../../shell/screens.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { failureWords } from '../../jobs/failure-words.ts'
import { OUTCOMES } from './invitation-words.ts'
import './invitations.css'

/** What became of each address: what was not sent comes first. */
export function InviteResults({ results }: { results: readonly Invited[] }) {
  const { t, i18n } = useTranslation()
  const isSent = ({ outcome }: Invited) => outcome === 'sent' || outcome === 'sent-again'
  const number = (count: number) => formatNumber(count, i18n.language)
  const sent = results.filter(isSent)
  const others = results.filter((one) => !isSent(one))
  return (
    <>
      <p role="status">
        <strong>
          {t('{{number}} invitations sent', { number: number(sent.length), count: sent.length })}
          {others.length > 0 && ` · ${t('{{number}} not sent', { number: number(others.length) })}`}
        </strong>
      </p>
      <table className="invitation-results">
        <thead>
          <tr>
            <th scope="col">{t('Email')}</th>
            <th scope="col">{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {[...others, ...sent].map((one, position) => {
            const { email, outcome, userId, message } = one
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change, in which an address may stand twice
              <tr key={position}>
                <td>{email}</td>
                <td>
                  <StatusBadge status={t(OUTCOMES[outcome].words)} tone={OUTCOMES[outcome].tone} />
                  {message !== '' && <p>{failureWords(message, t)}</p>}
                  {userId !== null && (
                    <p>
                      <Link to={recordPage('/user')} params={{ id: userId }}>
                        {t('Open the account')}
                      </Link>
                    </p>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
