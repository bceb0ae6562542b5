import type { OPTION_KINDS } from '@gatehouse/contract/admin/engine/options.ts'
import type { Settings } from '@gatehouse/contract/session.ts'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { useFormContext } from 'react-hook-form'
import { bindField } from '../../../ui/bind-field.ts'

/** What the form gives to each input. The texts are translated already. */
export type FieldInputProps = { name: string; label: string; hint?: string | undefined; required?: boolean }

export type OptionKind = (typeof OPTION_KINDS)[number]

/**
 * `kind`: of the records that it picks by id. `show`: a value in words, where it does not speak for itself. `problemOf`:
 * what is wrong with a text that no value could be made of; in place of what the contract says about it.
 */
export type FieldInput = ComponentType<FieldInputProps> & {
  kind?: OptionKind
  /** Its value is the path of a picture, and no words. */
  isPicture?: boolean
  show?: (value: unknown, t: TFunction) => string
  problemOf?: (value: unknown) => string | null
}

/** One field of a form. */
export type FormField<Name extends string = string> = {
  /** The path in the form's values: `status`, `name.description`. */
  name: Name
  /** English; shown through `t()`. */
  label: string
  Input: FieldInput
  /** English; under the control. */
  hint?: string
  /** English heading of the part of a long form that begins here. */
  group?: string
  /** Two such fields in a row stand side by side. */
  isHalf?: boolean
  /** A rule beyond the contract's, of this deployment or among several fields: what is wrong with a value, or `null`. */
  problemOf?: (value: unknown, settings: Settings, values: Record<string, unknown>) => string | null
  /** Asked only while another field has one of these values, or while something is wrong with what it holds. */
  onlyWith?: { field: Name; values: readonly string[] }
  /** Fields of one such name only make sense together: of two versions they are taken as one. */
  together?: string
  /** Asked in one of the two forms only. */
  only?: 'create' | 'update'
}

/** The key of what stores a picture of a form: the form is complete once it is through. */
export const UPLOAD = ['upload']

/** The fields that a form asks for. */
export function fieldsOf(fields: readonly FormField[], form: 'create' | 'update'): FormField[] {
  return fields.filter(({ only }) => !only || only === form)
}

/** Ties a plain input to the form around it; spread it into a control of `ui/`. */
export function useField({ name, label, hint, required }: FieldInputProps) {
  const form = useFormContext()
  return { ...bindField(form, name), label, hint, ...(required && { required }) }
}
