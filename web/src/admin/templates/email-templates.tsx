import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { ScopeCell } from '../engine/cells/ScopeCell.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { RowOf } from '../engine/screen.ts'
import type { ScreenOf } from '../engine/screen-of.ts'
import { explainRoutingOf } from '../messages/routing/routing-action.tsx'
import { HtmlTemplateInput } from './editor/HtmlTemplateInput.tsx'
import { SubjectInput } from './editor/SubjectInput.tsx'
import { testOf } from './SendTest.tsx'
import { testInputOf } from './TestInput.tsx'
import { toTemplateForm } from './template-row.ts'
import { TEMPLATE_SEARCHES, TemplateNameCell, templateScopeOf } from './template-screen.tsx'
import { messageTextsOf } from './texts-in-use/TextsInUseAction.tsx'
import { ViewTemplate } from './ViewTemplate.tsx'
import { versionsOf } from './versions/VersionsDialog.tsx'

type Row = RowOf<typeof emailTemplates>

const toForm = (row: Row | null) => ({ ...toTemplateForm(row), Subject: row?.Subject ?? '' })

const EMAIL_TEMPLATES: ScreenOf<typeof emailTemplates, 'test'> = {
  resource: emailTemplates,
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
      hint: 'For your records. It is not sent. Any text works, such as the name.',
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
    explainRoutingOf((row) => ({ application: row.Application, client: row.Client, notice: row.TemplateName })),
  ],
}

export function EmailTemplatesScreen() {
  return <AdminScreen screen={EMAIL_TEMPLATES} />
}
