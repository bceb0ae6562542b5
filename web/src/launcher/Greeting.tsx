import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { hourOf } from '../i18n/time-zone.ts'
import { useSession } from '../session/use-session.ts'

export function Greeting() {
  const { t, i18n } = useTranslation()
  const { user, lastSignInAt } = useSession()
  const now = new Date()
  const when = lastSignInAt && formatMoment(new Date(lastSignInAt), now, i18n.language)
  return (
    <div>
      <h1>{t(greetingAt(hourOf(now)), { name: user.firstName })}</h1>
      {when && <p className="launcher-lead">{t('Last sign-in {{when}}', { when })}</p>}
    </div>
  )
}

function greetingAt(hour: number): string {
  if (hour < 12) return 'Good morning, {{name}}'
  return hour < 17 ? 'Good afternoon, {{name}}' : 'Good evening, {{name}}'
}
