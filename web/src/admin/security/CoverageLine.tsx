import type { Covered } from '@gatehouse/contract/admin/security/coverage.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { useSession } from '../../session/use-session.ts'
import { mayOpen } from '../../shell/screens.ts'

type Props = {
  name: string
  covered: Covered
  /** Of the list of people; `null`: no filter finds these. */
  filters: Record<string, string> | null
}

/** What some people can sign in with, and the way to those who lack what is needed of them: a passkey, or one or an app. */
export function CoverageLine({ name, covered, filters }: Props) {
  const { people, passkeys, authenticators, codesOnly, withoutPasskey, needs } = covered
  const isOfPasskeys = needs === 'passkey'
  const lacking = isOfPasskeys ? withoutPasskey : codesOnly
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const number = (value: number) => formatNumber(value, i18n.language)
  const isListed = lacking > 0 && filters !== null && mayOpen(permissions, '/dashboard/user')
  return (
    <>
      <h3>{name}</h3>
      <progress value={people - lacking} max={Math.max(people, 1)} aria-hidden="true" />
      <p className="coverage-total">
        {isOfPasskeys
          ? t('{{number}} of {{people}} with a passkey, which is needed', {
              number: number(people - lacking),
              people: number(people),
            })
          : t('{{number}} of {{people}} with a passkey or app', {
              number: number(people - lacking),
              people: number(people),
            })}
      </p>
      <p>
        {t('With a passkey: {{passkeys}}. With an authenticator app: {{authenticators}}.', {
          passkeys: number(passkeys),
          authenticators: number(authenticators),
        })}{' '}
        {isOfPasskeys
          ? t('Without a passkey: {{number}}.', { number: number(withoutPasskey) })
          : t('Only codes: {{number}}.', { number: number(codesOnly) })}{' '}
        {isListed && (
          <Link
            to="/dashboard/user"
            search={{ state: isOfPasskeys ? 'noPasskey' : 'codesOnly', ...filters } as never}
            aria-label={t('Show who: {{name}}', { name })}
          >
            {t('Show who')}
          </Link>
        )}
      </p>
    </>
  )
}
