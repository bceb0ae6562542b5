import { readCall, resendCall } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { pollWhileWaiting, SentDialog } from '../messages/SentDialog.tsx'
import { useResend } from '../messages/use-resend.ts'
import { CallFacts } from './CallFacts.tsx'
import { KINDS } from './calls-words.ts'

/** One call: whom it is about, why it is made, and what came back. */
export function CallDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['messages', 'call', id],
    queryFn: () => call(readCall, { id }),
    staleTime: 0,
    refetchInterval: pollWhileWaiting,
  })
  const resend = useResend(resendCall)
  return (
    <SentDialog
      title={query.data ? t(KINDS[query.data.kind]) : t('Call')}
      query={query}
      facts={(shown) => <CallFacts call={shown} />}
      said={({ said }) =>
        said.length === 0 ? null : (
          <dl className="message-facts">
            {said.map(({ field, value }) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )
      }
      refusal={({ state, refusal }) => (state === 'sent' ? '' : refusal)}
      onResend={async (shown) => void (await resend(shown))}
      onClose={onClose}
    />
  )
}
