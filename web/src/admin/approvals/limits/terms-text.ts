import type { RowTerms } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import type { TFunction } from 'i18next'
import { scopeText } from './ScopeInput.tsx'
import { validityText } from './ValidityInput.tsx'

/** What is special about where and when a rule counts; empty: always, for its own client and page. */
export function specialTerms(t: TFunction, language: string, terms: RowTerms): string[] {
  const { firstDay, lastDay, allClients, allPages, status } = terms
  return [
    ...(status === 'INACTIVE' ? [t('Not active')] : []),
    ...(allClients || allPages ? [scopeText(t, allClients, allPages)] : []),
    ...(firstDay || lastDay ? [validityText(t, language, firstDay, lastDay)] : []),
  ]
}
