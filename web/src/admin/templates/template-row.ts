import type { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import type { RowOf } from '../engine/screen.ts'

/** A template of either channel. */
export type TemplateRow = RowOf<typeof emailTemplates> | RowOf<typeof smsTemplates>

/** The common form values. Some inputs need the id of the record. */
export function toTemplateForm(row: TemplateRow | null) {
  return {
    _id: row?._id,
    Application: row?.Application ?? '',
    Client: row?.Client ?? 'All',
    TemplateName: row?.TemplateName ?? '',
    Language: row?.Language ?? 'All',
    TemplateId: row?.TemplateId ?? '',
    Template: row?.Template ?? '',
    Status: row?.Status ?? 'ACTIVE',
  }
}
