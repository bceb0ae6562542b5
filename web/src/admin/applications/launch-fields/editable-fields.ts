import {
  CONSTANT,
  completeLaunchFields,
  LAUNCH_FIELDS,
  type LaunchField,
} from '@gatehouse/contract/admin/applications/launch-fields.ts'
import type { TFunction } from 'i18next'

/** All launch fields in the form. The name of a field with its standard name is empty. */
export function editable(fields: readonly LaunchField[]): LaunchField[] {
  return completeLaunchFields(fields).map((one) => ({ ...one, name: one.name === one.field ? '' : one.name }))
}

/** One difference from the standard launch fields. */
export type FieldChange =
  | { kind: 'renamed'; field: string; name: string }
  | { kind: 'left-out'; field: string }
  | { kind: 'constant'; name: string; value: string }
  | { kind: 'order' }

export function changesOf(fields: readonly LaunchField[]): FieldChange[] {
  const all = completeLaunchFields(fields)
  const changes = all.flatMap(({ field, name, value, isSent }): FieldChange[] => {
    if (field === CONSTANT) return [{ kind: 'constant', name, value }]
    if (!isSent) return [{ kind: 'left-out', field }]
    return name === field ? [] : [{ kind: 'renamed', field, name }]
  })
  const own = all.filter(({ field }) => field !== CONSTANT)
  const isInOrder = own.every(({ field }, index) => field === LAUNCH_FIELDS[index])
  return isInOrder ? changes : [...changes, { kind: 'order' }]
}

/** The differences in one line, such as 'userName → login, phoneNumber: not sent'. */
export function wordsForFields(changes: readonly FieldChange[], t: TFunction): string {
  if (changes.length === 0) return t('The standard fields with their standard names')
  return changes
    .map((change) => {
      if (change.kind === 'order') return t('another order')
      if (change.kind === 'constant') return `${change.name} = ${change.value}`
      return change.kind === 'renamed'
        ? `${change.field} → ${change.name}`
        : t('{{field}}: not sent', { field: change.field })
    })
    .join(', ')
}
