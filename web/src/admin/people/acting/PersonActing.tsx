import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import type { UserRow } from '../user-row.ts'
import { StartActing } from './StartActing.tsx'

/** Lets an administrator see the portal as a person sees it (ADR 0098). */
export function PersonActing({ row: { _id: userId, name, isActive } }: { row: UserRow }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const [isAsking, setIsAsking] = useState(false)
  if (!permissions.includes('users:act') || userId === user._id || !isActive) return null
  return (
    <section className="record-card">
      <h2>{t('Support')}</h2>
      <p>{t('See the portal as this person sees it, to help them. They are notified.')}</p>
      <p className="record-card-actions">
        <Button variant="neutral" onClick={() => setIsAsking(true)}>
          {t('Act for this person')}
        </Button>
      </p>
      {isAsking && <StartActing userId={userId} name={name} onClose={() => setIsAsking(false)} />}
    </section>
  )
}
