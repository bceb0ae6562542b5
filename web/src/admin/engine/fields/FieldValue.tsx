import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shortText } from '../text-of.ts'
import type { FormField } from './field.ts'
import { PickedName } from './PickerInput.tsx'

type Props = { field: FormField; value: unknown }

/** What a field of a form holds, in words. */
export function FieldValue({ field, value }: Props) {
  const { t } = useTranslation()
  const { kind } = field.Input
  return <span>{kind ? <PickedName kind={kind} id={String(value ?? '')} /> : wordsOfField(field, value, t)}</span>
}

/** The same as a text; of a picked record, its id. */
export function wordsOfField({ Input }: FormField, value: unknown, t: TFunction): string {
  return Input.show ? Input.show(value, t) : shortText(value)
}
