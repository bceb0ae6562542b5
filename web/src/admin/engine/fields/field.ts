import type { OPTION_KINDS } from '@gatehouse/contract/admin/engine/options.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { Settings } from '@gatehouse/contract/session.ts'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import { useFormContext } from 'react-hook-form'
import { bindField } from '../../../ui/bind-field.ts'

/** What the form gives to each input. The texts are translated already. */
export type FieldInputProps = { name: string; label: string; hint?: string | undefined; required?: boolean }

export type OptionKind = (typeof OPTION_KINDS)[number]

/**
 * `kind`: the kind of records that it selects by id. `show`: formats a value as text. `problemOf`:
 * the message for a text that cannot be parsed, instead of the contract's message.
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
  /** What its change needs besides the permission of the form: who lacks it reads so. */
  alsoNeeds?: Permission
  /** Only to switch it on: whoever may change the form switches it off. */
  isNeededToSwitchOn?: true
  /** English heading of the section that starts with this field. */
  group?: string
  /** Two such fields in a row stand side by side. */
  isHalf?: boolean
  /** An additional rule, of this deployment or across fields: the problem of a value, or `null`. */
  problemOf?: (value: unknown, settings: Settings, values: Record<string, unknown>) => string | null
  /** Shown only while another field has one of these values, or while its own value has a problem. */
  onlyWith?: { field: Name; values: readonly string[] }
  /**
   * Fields with the same name belong together: in a conflict, one version of all of them is chosen. `WITH_SECRETS`: they are also a
   * conflict with any change by somebody else.
   */
  together?: string
  /** What its value stands for where other values of the record decide that too, as it is shown (English). */
  meaningOf?: (values: Record<string, unknown>) => string
  /** Only in one of the two forms. */
  only?: 'create' | 'update'
}

/**
 * The secrets of a record, and where they go. Nobody sees whether somebody else has replaced a secret, so what was changed here is never
 * merged with a change of somebody else without being asked about.
 */
export const WITH_SECRETS = 'with secrets'

/** The same fields; those with these names are secrets, or say where they go. */
export function withSecrets<Name extends string>(names: readonly Name[], fields: FormField<Name>[]): FormField<Name>[] {
  return fields.map((field) => (names.includes(field.name) ? { ...field, together: WITH_SECRETS } : field))
}

/** The key of picture uploads: the form can be saved when they are done. */
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
