import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { isHtmlText } from '@gatehouse/contract/sms-text.ts'
import { inertDocument } from '../ui/inert-document.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { AdminScreen } from './AdminScreen.tsx'
import { StatusInput } from './fields/StatusInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import { whichWayOf } from './messages/which-way.tsx'
import { ScopeCell } from './ScopeCell.tsx'
import type { ScreenOf } from './screen-of.ts'
import './sms-templates.css'
import { messageTextsOf } from './templates/MessageTextsAction.tsx'
import { testOf } from './templates/SendTest.tsx'
import { SmsTemplateInput } from './templates/SmsTemplateInput.tsx'
import { testInputOf } from './templates/TestInput.tsx'
import { toTemplateForm } from './templates/template-row.ts'
import { TEMPLATE_SEARCHES, TemplateNameCell, templateScopeOf } from './templates/template-screen.tsx'
import { versionsOf } from './templates/VersionsDialog.tsx'

/** What was stored as HTML goes out as text. */
const wordsOf = (text: string) => (isHtmlText(text) ? (inertDocument(text).body.textContent ?? '') : text)

const SMS_TEMPLATES: ScreenOf<typeof smsTemplates, 'test'> = {
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
    { label: 'Name', sort: 'name', cell: (row) => <TemplateNameCell row={row} /> },
    {
      label: 'Template',
      cell: ({ Template }) => (
        <span className="sms-template" title={wordsOf(Template)}>
          {wordsOf(Template)}
        </span>
      ),
    },
    { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.Status} /> },
  ],
  nameOf: (row) => row.TemplateName,
  fields: [
    ...templateScopeOf('sms'),
    {
      name: 'TemplateId',
      label: 'Template Id',
      Input: TextInput,
      hint: 'The id under which the text is registered (DLT).',
    },
    { name: 'Template', label: 'Template', Input: SmsTemplateInput },
    { name: 'Status', label: 'Status', Input: StatusInput },
    { name: 'test', label: 'Send test', Input: testInputOf('sms'), group: 'Send test', only: 'update' },
  ],
  toForm: toTemplateForm,
  Actions: messageTextsOf('sms', () => SMS_TEMPLATES),
  rowActions: [
    { label: 'Send test', Dialog: testOf('sms') },
    { label: 'Versions', Dialog: versionsOf(smsTemplates, toTemplateForm), permission: 'messages:read' },
    whichWayOf((row) => ({ application: row.Application, client: row.Client, notice: row.TemplateName })),
  ],
}

export function SmsTemplatesScreen() {
  return <AdminScreen screen={SMS_TEMPLATES} />
}
