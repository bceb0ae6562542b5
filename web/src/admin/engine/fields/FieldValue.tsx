import { useTranslation } from 'react-i18next'
import { shortText } from '../text-of.ts'
import type { FormField } from './field.ts'
import { PickedName } from './PickerInput.tsx'

/** What a field of a form holds, in words. */
export function FieldValue({ field: { Input }, value }: { field: FormField; value: unknown }) {
  const { t } = useTranslation()
  if (Input.kind) return <span>{<PickedName kind={Input.kind} id={String(value ?? '')} />}</span>
  return <span>{Input.show ? Input.show(value, t) : shortText(value)}</span>
}
