import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorAlert } from '../../ui/ErrorAlert.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import './approval-check.css'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { ListAction } from '../engine/list/actions/ListAction.tsx'
import { findingText } from './approval-finding.ts'

const ProjectInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })

/** Looks for gaps and overlaps in the approvals of an application for a client. */
export function ApprovalCheck() {
  const { t } = useTranslation()
  const asked = useAsked()
  const [isOpen, setIsOpen] = useState(asked.applicationId !== '')
  return (
    <>
      <ListAction label={t('Check approvals')} onChoose={() => setIsOpen(true)} />
      {isOpen && <CheckDialog asked={asked} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Asked = { applicationId: string; clientId: string }

/** The application and client in the address. */
function useAsked(): Asked {
  const { checkApplication, checkClient }: Record<string, unknown> = useSearch({ strict: false })
  const isWhole = typeof checkApplication === 'string' && typeof checkClient === 'string'
  return isWhole ? { applicationId: checkApplication, clientId: checkClient } : { applicationId: '', clientId: '' }
}

function CheckDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: asked })
  const { applicationId = '', clientId = '' } = useWatch({ control: form.control })
  return (
    <Dialog title={t('Check approvals')} onClose={onClose}>
      <FormProvider {...form}>
        <div className="form">
          <ProjectInput name="applicationId" label={t('Project Name')} />
          <ClientInput name="clientId" label={t('Client')} />
        </div>
      </FormProvider>
      {applicationId && clientId ? (
        <Findings applicationId={applicationId} clientId={clientId} />
      ) : (
        <p className="approval-check-hint">
          {t('Choose both to see which amounts nobody approves and which roles are never asked.')}
        </p>
      )}
    </Dialog>
  )
}

function Findings({ applicationId, clientId }: { applicationId: string; clientId: string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalCheck', applicationId, clientId],
    queryFn: () => call(approvalCheck, { applicationId, clientId }),
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error)
    return (
      <ErrorAlert error={error}>
        <Button variant="link" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </ErrorAlert>
    )
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
          {findingText(finding)}
        </li>
      ))}
    </ul>
  )
}

/** Amounts that nobody approves are an error; other findings are warnings. */
const isUnapproved = ({ kind }: Output<typeof approvalCheck>[number]) => kind === 'nobody'
