import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { ListAction } from '../engine/list/actions/ListAction.tsx'
import { CaseMatrixFields } from './CaseMatrixFields.tsx'
import { type AskedMatrix, askedMatrix, caseOf, matrixOf } from './case-matrix.ts'
import './approval-check.css'
import { type Check, NO_CASE, useCheckAddress } from './use-check-address.ts'

const ApprovalFindings = lazyPart(() => import('./ApprovalFindings.tsx'), 'ApprovalFindings')
const ApprovalPicture = lazyPart(() => import('./picture/ApprovalPicture.tsx'), 'ApprovalPicture')
const ExplainApproval = lazyPart(() => import('./ExplainApproval.tsx'), 'ExplainApproval')

const ProjectInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })

/** Judges the approvals of an application for a client, and explains single cases. The address keeps what is asked. */
export function ApprovalCheck() {
  const { t } = useTranslation()
  const { check, change } = useCheckAddress()
  return (
    <>
      <ListAction label={t('Check approvals')} onChoose={() => change({ view: 'rules' })} />
      {check && <CheckDialog check={check} onChange={change} onClose={() => change(null)} />}
    </>
  )
}

type Props = { check: Check; onChange: (change: Partial<Check>) => void; onClose: () => void }

function CheckDialog({ check, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { applicationId: check.applicationId, clientId: check.clientId } })
  const { applicationId = '', clientId = '' } = useWatch({ control: form.control })
  const place = { applicationId, clientId }
  const isOther = applicationId !== check.applicationId
  const isChanged = isOther || clientId !== check.clientId

  // Pages, drafts and versions are those of an application.
  const asked = isOther ? NO_CASE : check.asked
  const [chosen, setChosen] = useState({ applicationId, by: matrixOf(asked) })
  const by = chosen.applicationId === applicationId ? chosen.by : matrixOf(NO_CASE)
  // A day is typed digit by digit.
  const matrix = JSON.parse(useDebounced(JSON.stringify(askedMatrix(by)))) as AskedMatrix | null

  useEffect(() => {
    if (isChanged) onChange({ applicationId, clientId, ...(isOther && { asked: NO_CASE }) })
  }, [isChanged, isOther, applicationId, clientId, onChange])

  const toChoose = <p className="approval-check-hint">{t('Choose which draft, version or day answers.')}</p>
  return (
    <Dialog title={t('Check approvals')} size="wide" onClose={onClose}>
      <FormProvider {...form}>
        <div className="form approval-check-place">
          <ProjectInput name="applicationId" label={t('Project Name')} />
          <ClientInput name="clientId" label={t('Client')} />
          {applicationId && clientId && (
            <CaseMatrixFields
              key={applicationId}
              applicationId={applicationId}
              chosen={by}
              onChoose={(next) => {
                setChosen({ applicationId, by: next })
                onChange({ asked: { ...asked, ...caseOf(next) } })
              }}
            />
          )}
        </div>
      </FormProvider>
      {applicationId && clientId ? (
        <Tabs
          label={t('Check approvals')}
          value={check.view}
          onChange={(view) => onChange({ view })}
          tabs={[
            {
              value: 'rules',
              label: t('Rules'),
              content: matrix === null ? toChoose : <ApprovalFindings place={place} matrix={matrix} />,
            },
            {
              value: 'picture',
              label: t('Picture'),
              content:
                matrix === null ? (
                  toChoose
                ) : (
                  <ApprovalPicture key={`${applicationId} ${clientId}`} {...place} matrix={matrix} />
                ),
            },
            {
              value: 'explain',
              label: t('Explain'),
              content: (
                <ExplainApproval
                  key={`${applicationId} ${clientId}`}
                  {...place}
                  asked={asked}
                  by={by}
                  onAsk={(next) => onChange({ asked: next })}
                />
              ),
            },
          ]}
        />
      ) : (
        <p className="approval-check-hint">
          {t('Choose both to see which amounts nobody approves, and who approves a document.')}
        </p>
      )}
    </Dialog>
  )
}
