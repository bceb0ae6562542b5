import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import { StatusInput } from './fields/StatusInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { whichWayOf } from './messages/which-way.tsx'
import { ScopeCell } from './ScopeCell.tsx'
import type { RowOf } from './screen.ts'
import type { ScreenOf } from './screen-of.ts'
import { HtmlTemplateInput } from './templates/HtmlTemplateInput.tsx'
import { messageTextsOf } from './templates/MessageTextsAction.tsx'
import { testOf } from './templates/SendTest.tsx'
import { SubjectInput } from './templates/SubjectInput.tsx'
import { testInputOf } from './templates/TestInput.tsx'
import { toTemplateForm } from './templates/template-row.ts'
import { TEMPLATE_SEARCHES, TemplateNameCell, templateScopeOf } from './templates/template-screen.tsx'
import { versionsOf } from './templates/VersionsDialog.tsx'
import { ViewTemplate } from './templates/ViewTemplate.tsx'

type Row = RowOf<typeof emailTemplates>

const toForm = (row: Row | null) => ({ ...toTemplateForm(row), Subject: row?.Subject ?? '' })

const EMAIL_TEMPLATES: ScreenOf<typeof emailTemplates, 'test'> = {
  resource: emailTemplates,
  heading: 'Email Template',
  newLabel: 'Add Template',
  dialogs: { create: 'Email Template', update: 'Update Email Template' },
  size: 'wide',
  searches: TEMPLATE_SEARCHES,
  menuLabel: 'Action',
  columns: [
    { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.ApplicationName.description} /> },
    { label: 'Client', sort: 'client', cell: (row) => <ScopeCell name={row.ClientName} /> },
    { label: 'Name', sort: 'name', cell: (row) => <TemplateNameCell row={row} /> },
    { label: 'Template', cell: (row) => <ViewTemplate template={row} /> },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.Status} /> },
  ],
  nameOf: (row) => row.TemplateName,
  fields: [
    ...templateScopeOf('email'),
    {
      name: 'TemplateId',
      label: 'Template Id',
      Input: TextInput,
      hint: 'For your records; it is not sent. Any text will do, such as the name.',
    },
    { name: 'Subject', label: 'Subject', Input: SubjectInput },
    { name: 'Template', label: 'Template', Input: HtmlTemplateInput },
    { name: 'Status', label: 'Status', Input: StatusInput },
    { name: 'test', label: 'Send test', Input: testInputOf('email'), group: 'Send test', only: 'update' },
  ],
  toForm,
  Actions: messageTextsOf('email', () => EMAIL_TEMPLATES),
  rowActions: [
    { label: 'Send test', Dialog: testOf('email') },
    { label: 'Versions', Dialog: versionsOf(emailTemplates, toForm), permission: 'messages:read' },
    whichWayOf((row) => ({ application: row.Application, client: row.Client, notice: row.TemplateName })),
  ],
}

export function EmailTemplatesScreen() {
  return <AdminScreen screen={EMAIL_TEMPLATES} />
}
