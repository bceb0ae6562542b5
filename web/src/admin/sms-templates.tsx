import { smsTemplates } from '@gatehouse/contract/admin/templates.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import { SmsTextInput } from './fields/SmsTextInput.tsx'
import { StatusInput } from './fields/StatusInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { ScopeCell } from './ScopeCell.tsx'
import type { RowOf, Screen } from './screen.ts'
import { TEMPLATE_HINT, TEMPLATE_SCOPE, TEMPLATE_SEARCHES, toTemplateForm } from './template-parts.ts'
import './sms-templates.css'

const SMS_TEMPLATES: Screen<RowOf<typeof smsTemplates>> = {
  resource: smsTemplates,
  heading: 'SMS Template',
  newLabel: 'Add Template',
  dialogs: { create: 'SMS Template', update: 'Update SMS Template' },
  size: 'large',
  searches: TEMPLATE_SEARCHES,
  menuLabel: 'Action',
  columns: [
    { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.ApplicationName.description} /> },
    { label: 'Client', sort: 'client', cell: (row) => <ScopeCell name={row.ClientName} /> },
    { label: 'Name', sort: 'name', cell: (row) => row.TemplateName },
    {
      label: 'Template',
      cell: (row) => (
        <span className="sms-template" title={row.Template}>
          {row.Template}
        </span>
      ),
    },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.Status} /> },
  ],
  nameOf: (row) => row.TemplateName,
  fields: [
    ...TEMPLATE_SCOPE,
    {
      name: 'TemplateId',
      label: 'Template Id',
      Input: TextInput,
      hint: 'The id under which the text is registered (DLT).',
    },
    { name: 'Template', label: 'Template', Input: SmsTextInput, hint: TEMPLATE_HINT },
    { name: 'Status', label: 'Status', Input: StatusInput },
  ],
  toForm: toTemplateForm,
}

export function SmsTemplatesScreen() {
  return <AdminScreen screen={SMS_TEMPLATES} />
}
