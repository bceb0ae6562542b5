import {
  endSuspension,
  readSuspension,
  type Suspension,
  suspendUser,
} from '@gatehouse/contract/admin/people/suspensions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatCalendarDay } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useToasts } from '../../../ui/use-toasts.ts'
import type { UserRow } from '../user-row.ts'
import { EndSuspension } from './EndSuspension.tsx'
import { SuspendPerson } from './SuspendPerson.tsx'

/** The suspension of a person, and its beginning and end by an administrator. */
export function PersonSuspension({ row: { _id: userId, name, isActive } }: { row: UserRow }) {
  const { t } = useTranslation()
  const { permissions, user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['userSuspension', userId],
    queryFn: () => call(readSuspension, { userId }),
    staleTime: 0,
  })
  const suspension = data?.suspension ?? null
  const mayChange = permissions.includes('users:write') && userId !== user._id

  const readAgain = () => cache.invalidateQueries({ queryKey: ['userSuspension', userId] })
  /** The status of the person is in every list. */
  const readOthersAgain = () =>
    cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'userSuspension' })

  function handleDone(message: string) {
    setIsOpen(false)
    toasts.success(t(message))
  }

  // The button has the focus. In this order it is never absent between two answers: it is there for who is suspended or active.
  async function handleSuspended() {
    handleDone(suspendUser.message)
    await readAgain()
    await readOthersAgain()
  }

  async function handleEnded() {
    handleDone(endSuspension.message)
    await readOthersAgain()
    await readAgain()
  }

  return (
    <section className="record-card">
      <h2>{t('Suspension')}</h2>
      {!data && !error && <Spinner size={24} />}
      <PartFailure error={error} onRetry={() => void refetch()} />
      {data && suspension === null && <p>{t('None.')}</p>}
      {suspension && <Days suspension={suspension} />}
      {data && mayChange && (suspension !== null || isActive) && (
        <p className="record-card-actions">
          <Button variant="neutral" onClick={() => setIsOpen(true)}>
            {suspension === null ? t('Suspend') : t('End the suspension')}
          </Button>
        </p>
      )}
      {isOpen && suspension === null && (
        <SuspendPerson
          userId={userId}
          name={name}
          onSaved={() => void handleSuspended()}
          onClose={() => setIsOpen(false)}
        />
      )}
      {isOpen && suspension !== null && (
        <EndSuspension
          userId={userId}
          suspension={suspension}
          onEnded={() => void handleEnded()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

function Days({ suspension: { from, until, reason, hasBegun } }: { suspension: Suspension }) {
  const { t, i18n } = useTranslation()
  const dayOf = (day: string) => formatCalendarDay(day, i18n.language)
  const days = { from: dayOf(from), until: until === null ? '' : dayOf(until) }
  const sentence =
    until === null
      ? hasBegun
        ? t('Suspended since {{from}}, until an administrator ends it.', days)
        : t('Will be suspended from {{from}}, until an administrator ends it.', days)
      : hasBegun
        ? t('Suspended from {{from}} to {{until}}.', days)
        : t('Will be suspended from {{from}} to {{until}}.', days)
  return (
    <>
      <p>{sentence}</p>
      <p>{t('Reason: {{reason}}', { reason })}</p>
    </>
  )
}
