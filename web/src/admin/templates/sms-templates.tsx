import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { isHtmlText } from '@gatehouse/contract/sms-text.ts'
import { inertDocument } from '../../ui/inert-document.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { ScopeCell } from '../engine/cells/ScopeCell.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import { explainRoutingOf } from '../messages/routing/routing-action.tsx'
import './sms-templates.css'
import { SmsTemplateInput } from './editor/SmsTemplateInput.tsx'
import { testOf } from './SendTest.tsx'
import { testInputOf } from './TestInput.tsx'
import { toTemplateForm } from './template-row.ts'
import { TEMPLATE_SEARCHES, TemplateNameCell, templateScopeOf } from './template-screen.tsx'
import { messageTextsOf } from './texts-in-use/TextsInUseAction.tsx'
import { versionsOf } from './versions/VersionsDialog.tsx'

/** Templates stored as HTML are sent as text. */
const wordsOf = (text: string) => (isHtmlText(text) ? (inertDocument(text).body.textContent ?? '') : text)

const SMS_TEMPLATES: ScreenOf<typeof smsTemplates, 'test'> = {
  resource: smsTemplates,
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
    explainRoutingOf((row) => ({ application: row.Application, client: row.Client, notice: row.TemplateName })),
  ],
}

export function SmsTemplatesScreen() {
  return <AdminScreen screen={SMS_TEMPLATES} />
}
