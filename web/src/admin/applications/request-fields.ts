import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { choiceOf } from '../engine/fields/ChoiceInput.tsx'
import type { FormField } from '../engine/fields/field.ts'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import type { InputOf } from '../engine/screen-of.ts'
import { ownersInput } from '../people/choose/owners-input.tsx'
import { REQUEST_RULES } from './application-choices.ts'
import { RequestPageInput } from './request-steps/RequestPageInput.tsx'

/** Whether people may ask for an application, and who decides (ADR 0089, ADR 0101, ADR 0109). */
export const REQUEST_FIELDS: FormField<InputOf<typeof applications>>[] = [
  {
    name: 'isRequestable',
    label: 'People may ask for it',
    Input: SwitchInput,
    hint: 'As soon as it has a role for a client, everybody who is signed in sees its name and summary under “Ask for access”. Who decides is chosen below; people who may assign applications always may.',
  },
  {
    name: 'requestRule',
    label: 'Who decides about requests',
    Input: choiceOf(REQUEST_RULES),
    hint: 'A contact decides if its form says so, and its address is the confirmed one of a person who opens an application for this client. Where no contact decides, or no client is asked for, the owners do.',
    alsoNeeds: 'users:write',
  },
  {
    name: 'requestPageId',
    label: 'Page of its matrix',
    Input: RequestPageInput,
    only: 'update',
    onlyWith: { field: 'requestRule', values: ['matrix'] },
    hint: 'Whoever may approve on this page for the client decides, as about a document without an amount and for all of India: rows that begin above zero, or are for single regions, are not asked. Until a page is chosen, and where the matrix names nobody, the owners decide. Everybody who then changes this matrix also needs users:write.',
    alsoNeeds: 'users:write',
  },
  {
    name: 'owners',
    label: 'Owners',
    Input: ownersInput(['users:read', 'users:write'], 'To choose owners you also need users:read and users:write.'),
    hint: 'They decide about requests for it, as chosen above, without a permission in the console. Without an active owner, people who may assign applications do.',
  },
]
