import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { isHtmlText } from '@gatehouse/contract/sms-text.ts'
import { inertDocument } from '../../ui/inert-document.ts'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { ScreenOf } from '../engine/screen-of.ts'
import './sms-templates.css'
import { SmsTemplateInput } from './editor/SmsTemplateInput.tsx'
import { toTemplateForm } from './template-row.ts'
import {
  TEMPLATE_LIST,
  templateActionsOf,
  templateColumnsOf,
  templateEndOf,
  templateScopeOf,
} from './template-screen.tsx'
import { messageTextsOf } from './texts-in-use/TextsInUseAction.tsx'

/** Templates stored as HTML are sent as text. */
const wordsOf = (text: string) => (isHtmlText(text) ? (inertDocument(text).body.textContent ?? '') : text)

const SMS_TEMPLATES: ScreenOf<typeof smsTemplates, 'test'> = {
  ...TEMPLATE_LIST,
  resource: smsTemplates,
  dialogs: { create: 'SMS Template', update: 'Update SMS Template' },
  size: 'large',
  columns: templateColumnsOf(({ Template }) => (
    <span className="sms-template" title={wordsOf(Template)}>
      {wordsOf(Template)}
    </span>
  )),
  fields: [
    ...templateScopeOf('sms'),
    {
      name: 'TemplateId',
      label: 'Template Id',
      Input: TextInput,
      hint: 'The id under which the text is registered (DLT).',
    },
    { name: 'Template', label: 'Template', Input: SmsTemplateInput },
    ...templateEndOf('sms'),
  ],
  toForm: toTemplateForm,
  Actions: messageTextsOf('sms', () => SMS_TEMPLATES),
  rowActions: templateActionsOf('sms', smsTemplates, toTemplateForm),
}

export function SmsTemplatesScreen() {
  return <AdminScreen screen={SMS_TEMPLATES} />
}
