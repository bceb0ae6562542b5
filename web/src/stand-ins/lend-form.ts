import { day } from '@gatehouse/contract/day-fields.ts'
import { requiredText, textOrEmpty } from '@gatehouse/contract/fields.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import { rupees } from '@gatehouse/contract/rupees.ts'
import type { Lendable } from '@gatehouse/contract/stand-ins.ts'
import * as z from 'zod/mini'

/** For a choice of pages or regions: each of them, and those that are added later. */
export const EVERY = ALL_REGIONS

const some = () => z.array(z.string()).check(z.minLength(1, 'Choose one from the list'))

/** What is lent, as the fields of a dialog hold it. */
export const lendFields = {
  /** The place of the application and role among those that can be lent. */
  authority: requiredText('Role is required'),
  clientId: z.string(),
  pages: some(),
  upTo: rupees(),
  regions: some(),
  firstDay: day(),
  lastDay: requiredText('Choose a date'),
  note: textOrEmpty(500),
}

const lendForm = z.object(lendFields)
export type LendForm = z.output<typeof lendForm>

export const NOTHING_LENT: z.input<typeof lendForm> = {
  ...{ authority: '', clientId: '', pages: [EVERY], upTo: null, regions: [EVERY] },
  ...{ firstDay: '', lastDay: '', note: '' },
}

/** The same as the calls expect it. */
export function toLent(lendable: readonly Lendable[], form: LendForm) {
  const chosen = lendable[Number(form.authority)] as Lendable
  return {
    ...{ applicationId: chosen.application._id, role: chosen.role, clientId: form.clientId || null },
    pageIds: form.pages.filter((one) => one !== EVERY),
    ...{ regions: form.regions, upTo: form.upTo, note: form.note },
    ...{ validFrom: form.firstDay ?? null, validUntil: form.lastDay },
  }
}
