import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { explainPage } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { MoneyInput } from '../engine/fields/MoneyInput.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { withoutEmpty } from '../engine/lines/lines-search.ts'
import { askedMatrix, type CaseMatrix, caseOf, matrixOf } from './case-matrix.ts'
import { ExplainedApproval } from './ExplainedApproval.tsx'
import { ExplainedPage } from './explain/ExplainedPage.tsx'
import { PageActionSelect } from './explain/PageActionSelect.tsx'
import { WhoCan } from './explain/WhoCan.tsx'
import { RegionInput } from './RegionInput.tsx'
import './explain-approval.css'
import type { Case } from './use-check-address.ts'

const PageInput = pickerOf({ kind: 'pages', within: { applicationId: 'applicationId' } })
const PersonInput = pickerOf({ kind: 'people' })

type Place = { applicationId: string; clientId: string }
type Money = number | string | null
type Form = Place & { pageId: string; amount: Money; earlier: Money; region: string; userId: string }
type Props = Place & {
  /** The case of the address, with which the form begins. */
  asked: Case
  /** Which matrix answers. */
  by: CaseMatrix
  onAsk: (asked: Case) => void
}

/**
 * Who approves a document, or without an amount, who may use a page: asked again whenever the case changes. The address has the case, so that it
 * can be shared.
 */
export function ExplainApproval({ applicationId, clientId, asked: begun, by, onAsk }: Props) {
  const { t } = useTranslation()
  const maySeePeople = useSession().permissions.includes('users:read')
  const form = useForm<Form>({
    defaultValues: {
      ...{ applicationId, clientId, pageId: begun.pageId },
      ...{ amount: moneyOf(begun.amount), earlier: moneyOf(begun.earlier) },
      ...{ region: begun.region || 'Panindia', userId: begun.userId },
    },
  })
  // Another page has other actions.
  const [onPage, setOnPage] = useState({ pageId: begun.pageId, action: begun.action })
  const {
    pageId: page,
    amount: money,
    region: where,
    userId: who,
    ...more
  } = useWatch({ control: form.control }) as Form
  const typed: Case = {
    ...{ pageId: page, amount: String(money ?? ''), region: where, userId: maySeePeople ? who : '' },
    earlier: money === null || money === '' ? '' : String(more.earlier ?? ''),
    action: page === onPage.pageId ? onPage.action : '',
    ...caseOf(by),
  }
  const settled = useDebounced(JSON.stringify(typed))
  const ask = useRef(onAsk)
  ask.current = onAsk
  useEffect(() => ask.current(JSON.parse(settled) as Case), [settled])
  const { pageId, amount, earlier: earlierAmount, action, region, userId, ...inCase } = JSON.parse(settled) as Case
  const isDocument = amount !== ''
  const isWhole = pageId !== '' && (!isDocument || askedMatrix(by) !== null)
  const place = { applicationId, clientId, pageId }
  const document = {
    ...{ ...place, amount, region, ...withoutEmpty({ earlierAmount }) },
    ...askedMatrix(matrixOf(inCase)),
  }
  const ofPage = { ...place, ...withoutEmpty({ action }) }
  const asking = { placeholderData: keepPreviousData, staleTime: 0 } as const
  const result = useQuery({
    queryKey: ['explainApproval', applicationId, clientId, settled],
    queryFn: () => call(explainApproval, { ...document, ...withoutEmpty({ userId }) }),
    enabled: isWhole && isDocument,
    ...asking,
  })
  const pageResult = useQuery({
    queryKey: ['explainPage', ofPage, userId],
    queryFn: () => call(explainPage, { ...ofPage, ...withoutEmpty({ userId }) }),
    enabled: isWhole && !isDocument,
    ...asking,
  })
  const { isPending, error, refetch } = isDocument ? result : pageResult
  return (
    <div className="explain-approval">
      <FormProvider {...form}>
        <div className="form">
          <PageInput name="pageId" label={t('Page Name')} />
          <div className="explain-approval-pair">
            <MoneyInput name="amount" label={t('Amount')} hint={t('Without an amount: who may use the page.')} />
            <RegionInput name="region" label={t('Region')} />
            {isDocument && (
              <MoneyInput
                name="earlier"
                label={t('Approved before')}
                hint={t('Of the same case, without this document. The sum decides who approves.')}
              />
            )}
          </div>
          {pageId !== '' && !isDocument && (
            <PageActionSelect
              actions={pageResult.data?.actions}
              chosen={typed.action}
              onChoose={(next) => setOnPage({ pageId: page, action: next })}
            />
          )}
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
        <p className="approval-check-hint">
          {t('Choose a page to see who may use it. Enter an amount to see who approves a document.')}
        </p>
      )}
      {isWhole && isPending && <Spinner size={20} />}
      {isWhole && error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {isWhole && !isPending && !error && (
        <>
          {isDocument && result.data && <ExplainedApproval explained={result.data} />}
          {!isDocument && pageResult.data && <ExplainedPage explained={pageResult.data} />}
          {!isDocument && by.kind !== 'live' && (
            <p className="approval-check-hint">
              {t('Which roles have a page is always answered as it is now: drafts and versions do not change it.')}
            </p>
          )}
          <div className="explain-approval-share">
            <span>{t('Link to share')}</span>
            <CopyButton text={location.href} label={t('Copy the link to this case')} />
          </div>
        </>
      )}
      {/* It stays open while the answer to another case loads. */}
      {isWhole && maySeePeople && <WhoCan asked={isDocument ? document : ofPage} />}
    </div>
  )
}

const moneyOf = (text: string): number | null => (text === '' ? null : Number(text))
