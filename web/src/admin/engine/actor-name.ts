import type { AuditLine } from '@gatehouse/contract/admin/engine/audit-line.ts'
import type { TFunction } from 'i18next'

/** What an audit line calls its author, translated. */
export function actorName({ name, isServiceAccount }: NonNullable<AuditLine['actor']>, t: TFunction): string {
  return isServiceAccount ? t('Service account {{name}}', { name }) : name || t('A deleted person')
}
