import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Decisions } from '../ui/Decisions.tsx'

type Props = { request: AccessRequest; onDecide: (isApproval: boolean) => void }

/** The two answers to a request. */
export function RequestDecisions({ request: { person, application }, onDecide }: Props) {
  const { t } = useTranslation()
  const what = { name: person.name, application: application.name }
  return (
    <Decisions>
      <Button aria-label={t('Approve: {{name}}, {{application}}', what)} onClick={() => onDecide(true)}>
        {t('Approve')}
      </Button>
      <Button
        variant="neutral"
        aria-label={t('Decline: {{name}}, {{application}}', what)}
        onClick={() => onDecide(false)}
      >
        {t('Decline')}
      </Button>
    </Decisions>
  )
}
