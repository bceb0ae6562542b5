import { sheetFindingText as textOf } from '@gatehouse/contract/admin/approvals/sheet-words.ts'
import type { SheetColumn, SheetFinding, SheetLine, SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import i18next from 'i18next'
import { rangeText } from '../approval-role.ts'
import { scopeText } from '../limits/ScopeInput.tsx'
import { validityText } from '../limits/ValidityInput.tsx'
import { regionsText } from '../versions/draft-words.ts'

export function meaningText(meaning: SheetColumn): string {
  const { t } = i18next
  return {
    role: t('Role'),
    client: t('Client'),
    page: t('Page'),
    action: t('Action'),
    sequence: t('Sequence'),
    from: t('Lowest amount'),
    to: t('Highest amount'),
    range: t('Range of amounts'),
    bounds: t('Which bounds belong to it'),
    regions: t('Regions'),
    firstDay: t('First day'),
    lastDay: t('Last day'),
    allClients: t('All clients'),
    allPages: t('All pages'),
    band: t('A band of amounts'),
    ignored: t('Ignored'),
  }[meaning]
}

/** Such as 'Line 3, column C'; of the old portal's lists the path of a field. */
export function placeText({ line, column }: SheetFinding, kind: SheetPreview['kind']): string {
  const { t } = i18next
  if (kind === 'portal' && column !== '') return column
  if (line === null) return column === '' ? t('The whole file') : t('Column {{column}}', { column })
  return column === '' ? t('Line {{line}}', { line }) : t('Line {{line}}, column {{column}}', { line, column })
}

export const sheetFindingText = (finding: SheetFinding): string =>
  textOf(finding, (text, values) => i18next.t(text, values ?? {}))

/** What a line says about its role; what it does not say stays. */
export function saidText({ action, sequence, range, regions, firstDay, lastDay, ...scope }: SheetLine): string {
  const { t, language } = i18next
  const said = [
    action !== undefined && (action === '' ? t('Approves nothing') : t(action)),
    sequence !== undefined && (sequence === null ? t('No sequence') : t('Sequence {{number}}', { number: sequence })),
    range && (rangeText({ rangeFrom: range.from, rangeTo: range.to, bounds: range.bounds }) || t('any amount')),
    regions && regionsText(regions),
    (firstDay || lastDay) && validityText(t, language, firstDay, lastDay),
    (scope.allClients || scope.allPages) && scopeText(t, scope.allClients, scope.allPages),
    scope.status === 'INACTIVE' && t('Not active'),
  ]
  return said.filter(Boolean).join(' · ') || t('As it is')
}
