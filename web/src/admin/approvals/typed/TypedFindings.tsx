import type { TYPED_CALLS } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import '../approval-check.css'
import { findingText, SEVERITY_ICONS, severityName } from '../approval-finding.ts'

type Endpoint = (typeof TYPED_CALLS)[number]
type Props = { endpoint: Endpoint; typed: Record<string, unknown> }

/**
 * What the typed values would cause, as the check of approvals says it. It keeps nobody from saving, so what cannot be judged yet, or
 * now, has no findings.
 */
export function TypedFindings({ endpoint, typed }: Props) {
  const { t } = useTranslation()
  const settled = useDebounced(JSON.stringify(typed))
  const asked = endpoint.request.safeParse(JSON.parse(settled))
  const { data } = useQuery({
    queryKey: ['typedFindings', endpoint.path, settled],
    queryFn: ({ signal }) => call(endpoint, asked.data as Input<Endpoint>, signal),
    enabled: asked.success,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const findings = asked.success ? (data?.findings ?? []) : []
  return (
    <div role="status">
      {findings.length > 0 && (
        <>
          <p className="approval-typed-head">{t('As typed, this would be found:')}</p>
          <ul className="approval-findings">
            {findings.map((finding) => {
              const Icon = SEVERITY_ICONS[finding.severity]
              return (
                <li key={`${finding.client._id} ${finding.text}`} data-severity={finding.severity}>
                  <Icon size={18} aria-hidden />
                  <div>
                    <span className="visually-hidden">{severityName(finding.severity)}: </span>
                    {findingText(finding)}{' '}
                    <small>{[...finding.pages.map(({ name }) => name), finding.client.name].join(' · ')}</small>
                  </div>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}
