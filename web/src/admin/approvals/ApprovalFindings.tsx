import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { findingText } from './approval-finding.ts'

type Place = { applicationId: string; clientId: string }

/** What is odd about the approvals of an application for a client, with links to the roles. */
export function ApprovalFindings({ applicationId, clientId }: Place) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalCheck', applicationId, clientId],
    queryFn: () => call(approvalCheck, { applicationId, clientId }),
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  return (
    <ul className="approval-findings" aria-label={t('What was found')}>
      {data.length === 0 && (
        <li className="approval-fine">
          <CircleCheck size={18} aria-hidden />
          {t('Every amount has its approvals in order, including a final approval.')}
        </li>
      )}
      {data.map((finding) => (
        <li key={finding.text} className={isUnapproved(finding) ? 'approval-error' : undefined}>
          {isUnapproved(finding) ? <CircleAlert size={18} aria-hidden /> : <TriangleAlert size={18} aria-hidden />}
          <div>
            {findingText(finding)}
            {finding.roles.length > 0 && (
              <p className="approval-links">
                {finding.roles.map((role) => (
                  <Link
                    key={role}
                    to="/dashboard/Eroleclient"
                    search={{ applicationId, clientId, field: 'name', search: role }}
                  >
                    {t('Open {{name}}', { name: role })}
                  </Link>
                ))}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Amounts that nobody approves are an error; other findings are warnings. */
const isUnapproved = ({ kind }: Output<typeof approvalCheck>[number]) => kind === 'nobody'
