import { listSessions } from '@gatehouse/contract/session.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { RemoveFactor } from '../factors/RemoveFactor.tsx'

type Props = Omit<ComponentProps<typeof RemoveFactor>, 'endLabel' | 'loadSessions'>

/** Asks before one removes what one signs in with, and offers to end the sessions in other browsers, too. */
export function RemoveOwnFactor(props: Props) {
  const { t } = useTranslation()
  return (
    <RemoveFactor {...props} endLabel={t('End all my other sessions')} loadSessions={() => call(listSessions, {})} />
  )
}
