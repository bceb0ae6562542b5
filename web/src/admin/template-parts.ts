import type { smsTemplates } from '@gatehouse/contract/admin/templates.ts'
import type { FormField } from './fields/field.ts'
import { pickerOf } from './fields/PickerInput.tsx'
import { TextInput } from './fields/TextInput.tsx'
import type { RowOf } from './screen.ts'

// What the screens of email and SMS templates share.

export const TEMPLATE_SEARCHES = { application: 'Application', client: 'Client', name: 'Name', status: 'Status' }

/** Where a template applies, and when it is used. */
export const TEMPLATE_SCOPE: FormField[] = [
  {
    name: 'Application',
    label: 'Application',
    Input: pickerOf({ kind: 'applications', hasAll: true }),
    isHalf: true,
  },
  { name: 'Client', label: 'Client', Input: pickerOf({ kind: 'clients', hasAll: true }), isHalf: true },
  {
    name: 'TemplateName',
    label: 'Template Name',
    Input: TextInput,
    hint: 'The portal itself uses login-otp, verify-email, reset-password and password-changed.',
  },
]

export const TEMPLATE_HINT = 'Variables stand in double braces: firstName, brand, code, minutes, link.'

export function toTemplateForm(row: RowOf<typeof smsTemplates> | null) {
  return {
    Application: row?.Application ?? '',
    Client: row?.Client ?? 'All',
    TemplateName: row?.TemplateName ?? '',
    TemplateId: row?.TemplateId ?? '',
    Template: row?.Template ?? '',
    Status: row?.Status ?? 'ACTIVE',
  }
}
