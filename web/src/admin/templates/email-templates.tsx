import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { RowOf } from '../engine/screen.ts'
import type { ScreenOf } from '../engine/screen-of.ts'
import { HtmlTemplateInput } from './editor/HtmlTemplateInput.tsx'
import { SubjectInput } from './editor/SubjectInput.tsx'
import { toTemplateForm } from './template-row.ts'
import {
  TEMPLATE_LIST,
  templateActionsOf,
  templateColumnsOf,
  templateEndOf,
  templateScopeOf,
} from './template-screen.tsx'
import { messageTextsOf } from './texts-in-use/TextsInUseAction.tsx'
import { ViewTemplate } from './ViewTemplate.tsx'

type Row = RowOf<typeof emailTemplates>

const toForm = (row: Row | null) => ({ ...toTemplateForm(row), Subject: row?.Subject ?? '' })

const EMAIL_TEMPLATES: ScreenOf<typeof emailTemplates, 'test'> = {
  ...TEMPLATE_LIST,
  resource: emailTemplates,
  dialogs: { create: 'Email Template', update: 'Update Email Template' },
  size: 'wide',
  columns: templateColumnsOf((row) => <ViewTemplate template={row} />),
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
    ...templateEndOf('email'),
  ],
  toForm,
  Actions: messageTextsOf('email', () => EMAIL_TEMPLATES),
  rowActions: templateActionsOf('email', emailTemplates, toForm),
}

export function EmailTemplatesScreen() {
  return <AdminScreen screen={EMAIL_TEMPLATES} />
}
