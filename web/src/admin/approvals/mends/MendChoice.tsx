import { mendText } from '@gatehouse/contract/admin/approvals/mend-words.ts'
import type { approvalMends } from '@gatehouse/contract/admin/approvals/mends.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { type Finding, findingText, findingWords } from '../approval-finding.ts'
import { mendId } from './use-mends.ts'

type Props = {
  finding: Finding
  loaded: UseQueryResult<Output<typeof approvalMends>>
  /** By `mendId`; empty: none is chosen. */
  value: string
  onChange: (value: string) => void
}

/** A finding, and the changes that remove it. */
export function MendChoice({ finding, loaded, value, onChange }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = loaded
  const words = findingWords()
  return (
    <>
      <p>{findingText(finding)}</p>
      {error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner size={20} />}
      {data?.mends.length === 0 && (
        <p role="status">
          {t('No single change removes this without causing another problem. Change the roles themselves, in a draft.')}
        </p>
      )}
      {data && data.mends.length > 0 && (
        <RadioGroup
          label={t('What to change')}
          value={value}
          onChange={onChange}
          choices={data.mends.map((mend) => ({
            ...{ value: mendId(mend), label: mendText(mend, words) },
            about: t('It changes these pages: {{pages}}', { pages: words.list(mend.pages.map(({ name }) => name)) }),
          }))}
        />
      )}
    </>
  )
}
