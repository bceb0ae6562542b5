import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../engine/fields/field.ts'

/** Shows whether the person has confirmed an address or number. */
type Words = { confirmed: string; open: string; changed: string }

/** A field that the person must confirm. `proof` names the form value with the confirmation. */
export function confirmedInputOf(proof: string, words: Words) {
  return function ConfirmedInput(props: FieldInputProps) {
    const { t } = useTranslation()
    const { defaultValues } = useFormContext().formState
    const stored: unknown = defaultValues?.[props.name]
    const isChanged = useWatch({ name: props.name }) !== stored
    const isConfirmed: unknown = defaultValues?.[proof]
    const state = isConfirmed !== true ? words.open : isChanged ? words.changed : words.confirmed
    // Neither a new record nor an empty value can be confirmed.
    const hint = typeof isConfirmed === 'boolean' && stored !== '' ? t(state) : props.hint
    return <TextField {...useField({ ...props, hint })} />
  }
}
