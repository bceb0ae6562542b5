import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { ListAction } from '../engine/list/actions/ListAction.tsx'
import { ApprovalFindings } from './ApprovalFindings.tsx'
import { ExplainApproval } from './ExplainApproval.tsx'
import './approval-check.css'

const ProjectInput = pickerOf({ kind: 'applications' })
const ClientInput = pickerOf({ kind: 'clients' })

/** Looks for gaps and overlaps in the approvals of an application for a client, and explains single cases. */
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
  const [view, setView] = useState<'rules' | 'explain'>('rules')
  const form = useForm({ defaultValues: asked })
  const { applicationId = '', clientId = '' } = useWatch({ control: form.control })
  const place = { applicationId, clientId }
  return (
    <Dialog title={t('Check approvals')} size="large" onClose={onClose}>
      <FormProvider {...form}>
        <div className="form approval-check-place">
          <ProjectInput name="applicationId" label={t('Project Name')} />
          <ClientInput name="clientId" label={t('Client')} />
        </div>
      </FormProvider>
      {applicationId && clientId ? (
        <Tabs
          label={t('Check approvals')}
          value={view}
          onChange={setView}
          tabs={[
            { value: 'rules', label: t('Rules'), content: <ApprovalFindings {...place} /> },
            {
              value: 'explain',
              label: t('Explain'),
              content: <ExplainApproval key={`${applicationId} ${clientId}`} {...place} />,
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
