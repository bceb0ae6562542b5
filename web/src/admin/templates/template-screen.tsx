import type { smsTemplates, TEMPLATE_LANGUAGES } from '@gatehouse/contract/admin/templates/templates.ts'
import { useTranslation } from 'react-i18next'
import { choiceOf } from '../engine/fields/ChoiceInput.tsx'
import type { FormField } from '../engine/fields/field.ts'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import type { InputOf } from '../engine/screen-of.ts'
import { templateNameInputOf } from './editor/TemplateNameInput.tsx'
import './editor/template-field.css'
import type { TemplateRow } from './template-row.ts'

// Shared by the screens of email and SMS templates.

export const TEMPLATE_SEARCHES = { application: 'Application', client: 'Client', name: 'Name', status: 'Status' }

const LANGUAGES: Record<(typeof TEMPLATE_LANGUAGES)[number], string> = { All: 'All', en: 'English', hi: 'Hindi' }

/** Where a template applies, and when it is used. */
export const templateScopeOf = (channel: 'email' | 'sms'): FormField<InputOf<typeof smsTemplates>>[] => [
  {
    name: 'Application',
    label: 'Application',
    Input: pickerOf({ kind: 'applications', hasAll: true }),
    isHalf: true,
  },
  { name: 'Client', label: 'Client', Input: pickerOf({ kind: 'clients', hasAll: true }), isHalf: true },
  { name: 'TemplateName', label: 'Template Name', Input: templateNameInputOf(channel), isHalf: true },
  {
    name: 'Language',
    label: 'Language',
    Input: choiceOf(LANGUAGES),
    hint: '“All” is used when there is no template in the language of the person.',
    isHalf: true,
  },
]

/** A template's name, with its language where it is for one. */
export function TemplateNameCell({ row: { TemplateName, Language } }: { row: TemplateRow }) {
  const { t } = useTranslation()
  return (
    <>
      {TemplateName}
      {Language !== 'All' && <span className="template-language">{t(LANGUAGES[Language])}</span>}
    </>
  )
}
