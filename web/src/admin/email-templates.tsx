import { emailTemplates } from '@gatehouse/contract/admin/templates.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import { HtmlInput } from './fields/HtmlInput.tsx'
import { StatusInput } from './fields/StatusInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { ScopeCell } from './ScopeCell.tsx'
import type { RowOf, Screen } from './screen.ts'
import { TEMPLATE_HINT, TEMPLATE_SCOPE, TEMPLATE_SEARCHES, toTemplateForm } from './template-parts.ts'
import { ViewTemplate } from './ViewTemplate.tsx'

const EMAIL_TEMPLATES: Screen<RowOf<typeof emailTemplates>> = {
  resource: emailTemplates,
  heading: 'Email Template',
  newLabel: 'Add Template',
  dialogs: { create: 'Email Template', update: 'Update Email Template' },
  size: 'large',
  searches: TEMPLATE_SEARCHES,
  menuLabel: 'Action',
  columns: [
    { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.ApplicationName.description} /> },
    { label: 'Client', sort: 'client', cell: (row) => <ScopeCell name={row.ClientName} /> },
    { label: 'Name', sort: 'name', cell: (row) => row.TemplateName },
    { label: 'Template', cell: (row) => <ViewTemplate template={row} /> },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.Status} /> },
  ],
  nameOf: (row) => row.TemplateName,
  fields: [
    ...TEMPLATE_SCOPE,
    { name: 'TemplateId', label: 'Template Id', Input: TextInput },
    { name: 'Subject', label: 'Subject', Input: TextInput },
    { name: 'Template', label: 'Template', Input: HtmlInput, hint: TEMPLATE_HINT },
    { name: 'Status', label: 'Status', Input: StatusInput },
  ],
  toForm: (row) => ({ ...toTemplateForm(row), Subject: row?.Subject ?? '' }),
}

export function EmailTemplatesScreen() {
  return <AdminScreen screen={EMAIL_TEMPLATES} />
}
