import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { MoneyInput } from '../engine/fields/MoneyInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { ExplainedApproval } from './ExplainedApproval.tsx'
import { RegionInput } from './RegionInput.tsx'
import './explain-approval.css'

const PageInput = pickerOf({ kind: 'pages', within: { applicationId: 'applicationId' } })
const PersonInput = pickerOf({ kind: 'people' })

type Place = { applicationId: string; clientId: string }
type Case = Place & { pageId: string; amount: number | string | null; region: string; userId: string }

/** Who approves a document: asked again whenever the case changes. */
export function ExplainApproval({ applicationId, clientId }: Place) {
  const { t } = useTranslation()
  const maySeePeople = useSession().permissions.includes('users:read')
  const form = useForm<Case>({
    defaultValues: { applicationId, clientId, pageId: '', amount: null, region: 'Panindia', userId: '' },
  })
  const typed = useWatch({ control: form.control }) as Case
  const asked = useDebounced(JSON.stringify(typed))
  const { pageId, amount, region, userId } = JSON.parse(asked) as Case
  const isWhole = pageId !== '' && amount !== null && amount !== ''
  const result = useQuery({
    queryKey: ['explainApproval', asked],
    queryFn: () =>
      call(explainApproval, {
        ...{ applicationId, clientId, pageId, amount: String(amount), region },
        ...(userId !== '' && { userId }),
      }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <div className="explain-approval">
      <FormProvider {...form}>
        <div className="form">
          <PageInput name="pageId" label={t('Page Name')} />
          <div className="explain-approval-pair">
            <MoneyInput name="amount" label={t('Amount')} />
            <RegionInput name="region" label={t('Region')} />
          </div>
          {maySeePeople && (
            <PersonInput
              name="userId"
              label={t('Person')}
              hint={t('Optional: says what this person may do, and why.')}
            />
          )}
        </div>
      </FormProvider>
      {!isWhole && (
        <p className="approval-check-hint">{t('Choose a page and enter an amount to see who approves it.')}</p>
      )}
      {isWhole && result.isPending && <Spinner size={20} />}
      {isWhole && result.error && <PartFailure error={result.error} onRetry={() => void result.refetch()} />}
      {isWhole && result.data && <ExplainedApproval explained={result.data} />}
    </div>
  )
}
