import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import type { FormField } from '../engine/fields/field.ts'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import type { InputOf } from '../engine/screen-of.ts'

/** Whether administrators who act for somebody may open an application (ADR 0103). */
export const ACTING_FIELD: FormField<InputOf<typeof applications>> = {
  name: 'opensWhileActing',
  label: 'Support may open it while acting for a person',
  Input: SwitchInput,
  hint: 'Only for an application that reads the claim “act”: it then shows who is looking, and changes nothing. Consent that is missing stays missing. Every opening is in the history of the person.',
  alsoNeeds: 'users:act',
  isNeededToSwitchOn: true,
}
