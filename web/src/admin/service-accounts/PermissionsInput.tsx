import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/use-session.ts'
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'

const CATALOGUE = Object.keys(PERMISSIONS)
const MEANINGS: Record<string, string> = PERMISSIONS

/** The permissions of an account: those that the signed-in person holds, and those that the account has already. */
export function PermissionsInput({ required: _, ...props }: FieldInputProps) {
  const { t } = useTranslation()
  const { permissions: held } = useSession()
  const field = useControlledField<string[]>(props)
  const known = new Set([...held, ...field.value])
  const listed = [...CATALOGUE.filter((name) => known.has(name)), ...[...known].filter((name) => !(name in MEANINGS))]
  const named = listed.map((name) => [name, wordsOf(name, t)])
  return <CheckboxGroup {...field} choices={Object.fromEntries(named)} />
}

PermissionsInput.show = (values: unknown) => [...(values as string[])].sort().join(', ') || '–'

function wordsOf(name: string, t: (text: string) => string): string {
  const meaning = MEANINGS[name]
  return meaning === undefined ? name : `${t(meaning)} (${name})`
}
