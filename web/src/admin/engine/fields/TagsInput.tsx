import { email } from '@gatehouse/contract/fields.ts'
import { TagsField } from '../../../ui/TagsField.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

const address = email()

/** Several email addresses. */
export function TagsInput(props: FieldInputProps) {
  const field = useControlledField<string[]>(props)
  return <TagsField {...field} isValid={(tag) => address.safeParse(tag).success} placeholder="name@example.com" />
}
