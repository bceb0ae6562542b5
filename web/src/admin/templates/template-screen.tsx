import type { smsTemplates, TEMPLATE_LANGUAGES } from '@gatehouse/contract/admin/templates/templates.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ScopeCell } from '../engine/cells/ScopeCell.tsx'
import { choiceOf } from '../engine/fields/ChoiceInput.tsx'
import type { FormField } from '../engine/fields/field.ts'
import { pickerOf } from '../engine/fields/PickerInput.tsx'
import { StatusInput } from '../engine/fields/StatusInput.tsx'
import type { Column, RowAction } from '../engine/screen.ts'
import type { InputOf } from '../engine/screen-of.ts'
import { explainRoutingOf } from '../messages/routing/routing-action.tsx'
import { templateNameInputOf } from './editor/TemplateNameInput.tsx'
import './editor/template-field.css'
import { testOf } from './SendTest.tsx'
import { testInputOf } from './TestInput.tsx'
import type { TemplateRow } from './template-row.ts'
import { versionsOf } from './versions/VersionsDialog.tsx'

// Shared by the screens of email and SMS templates.

export const TEMPLATE_LIST = {
  newLabel: 'Add Template',
  about: 'A template replaces the built-in text of a message. See “Message texts” for the texts in use.',
  searches: { application: 'Application', client: 'Client', name: 'Name', status: 'Status' },
  menuLabel: 'Action',
  nameOf: (row: TemplateRow) => row.TemplateName,
} as const

/** The columns; `text` shows the template itself. */
export const templateColumnsOf = <Row extends TemplateRow>(
  text: (row: Row) => ReactNode,
): Column<Row, 'application' | 'client' | 'name' | 'status'>[] => [
  { label: 'Application', sort: 'application', cell: (row) => <ScopeCell name={row.ApplicationName.description} /> },
  { label: 'Client', sort: 'client', cell: (row) => <ScopeCell name={row.ClientName} /> },
  { label: 'Name', isName: true, sort: 'name', cell: (row) => <TemplateNameCell row={row} /> },
  { label: 'Template', cell: text },
  { label: 'Status', sort: 'status', cell: (row) => <StatusBadge status={row.Status} /> },
]

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

/** The fields after the texts. */
export const templateEndOf = (channel: 'email' | 'sms'): FormField<InputOf<typeof smsTemplates> | 'test'>[] => [
  { name: 'Status', label: 'Status', Input: StatusInput },
  { name: 'test', label: 'Send test', Input: testInputOf(channel), group: 'Send test', only: 'update' },
]

export const templateActionsOf = <Row extends TemplateRow>(
  channel: 'email' | 'sms',
  ...[resource, toForm]: Parameters<typeof versionsOf<Row>>
): RowAction<Row>[] => [
  { label: 'Send test', Dialog: testOf(channel) },
  { label: 'Versions', Dialog: versionsOf(resource, toForm), permission: 'messages:read' },
  explainRoutingOf((row) => ({ application: row.Application, client: row.Client, notice: row.TemplateName })),
]

/** A template's name, with its language where it is for one. */
function TemplateNameCell({ row: { TemplateName, Language } }: { row: TemplateRow }) {
  const { t } = useTranslation()
  return (
    <>
      {TemplateName}
      {Language !== 'All' && <span className="template-language">{t(LANGUAGES[Language])}</span>}
    </>
  )
}
