import { userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { RemoveFactor } from '../../../factors/RemoveFactor.tsx'

type Props = Omit<ComponentProps<typeof RemoveFactor>, 'endLabel' | 'loadSessions'> & { userId: string }

/** Asks before an administrator removes what a person signs in with, and offers to end the sessions of that person, too. */
export function RemovePersonFactor({ userId, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <RemoveFactor
      {...props}
      endLabel={t('End all their sessions')}
      loadSessions={() => call(userSessions, { userId })}
    />
  )
}
