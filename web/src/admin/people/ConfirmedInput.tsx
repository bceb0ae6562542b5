import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../engine/fields/field.ts'

/** What is said of an address or a number: whether the person has proved that it is theirs. */
type Words = { confirmed: string; open: string; changed: string }

/** A field of a person that they confirm themselves; `proof` is the value of the form that says whether they have. */
export function confirmedInputOf(proof: string, words: Words) {
  return function ConfirmedInput(props: FieldInputProps) {
    const { t } = useTranslation()
    const { defaultValues } = useFormContext().formState
    const isChanged = useWatch({ name: props.name }) !== defaultValues?.[props.name]
    const isConfirmed: unknown = defaultValues?.[proof]
    const state = isConfirmed !== true ? words.open : isChanged ? words.changed : words.confirmed
    // Of a new record nothing is known yet.
    const hint = typeof isConfirmed === 'boolean' ? t(state) : props.hint
    return <TextField {...useField({ ...props, hint })} />
  }
}
