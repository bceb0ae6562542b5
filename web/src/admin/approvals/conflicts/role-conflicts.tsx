import { dutyInWords } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import { CONFLICT_EFFECTS, CONFLICT_SCOPES, roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { AdminScreen } from '../../engine/AdminScreen.tsx'
import { choiceOf } from '../../engine/fields/ChoiceInput.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { TextAreaInput } from '../../engine/fields/TextAreaInput.tsx'
import { TextInput } from '../../engine/fields/TextInput.tsx'
import { ListAction } from '../../engine/list/actions/ListAction.tsx'
import type { RowOf } from '../../engine/screen.ts'
import type { ScreenOf } from '../../engine/screen-of.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { ConflictDutiesInput } from './ConflictDutiesInput.tsx'
import { ConflictRolesInput } from './ConflictRolesInput.tsx'

// Loaded together with the rules: each file that is loaded on its own lengthens the first file of every page.
export { ConflictingRolesScreen } from './ConflictingRolesScreen.tsx'

const ApplicationInput = pickerOf({ kind: 'applications' })
const ScopeInput = choiceOf(CONFLICT_SCOPES)
const EffectInput = choiceOf(CONFLICT_EFFECTS)

export const ROLE_CONFLICTS: ScreenOf<typeof roleConflicts> = {
  resource: roleConflicts,
  newLabel: 'New Conflict Rule',
  about: 'A conflict rule names roles, actions and pages of an application of which one person must not have two.',
  dialogs: { create: 'New Conflict Rule', update: 'Update Conflict Rule' },
  searches: { name: 'Name', application: 'Application', roles: 'Roles' },
  columns: [
    { label: 'Name', sort: 'name', isWhole: true, cell: (rule) => rule.name },
    { label: 'Application', sort: 'application', cell: (rule) => rule.applicationName },
    { label: 'Keeps apart', sort: 'roles', isWhole: true, cell: (rule) => <KeptApart rule={rule} /> },
    {
      label: 'Applies',
      sort: 'scope',
      isWhole: true,
      cell: (rule) => <ConflictChoice of={CONFLICT_SCOPES} value={rule.scope} />,
    },
    {
      label: 'Effect',
      sort: 'effect',
      isWhole: true,
      cell: (rule) => <ConflictChoice of={CONFLICT_EFFECTS} value={rule.effect} />,
    },
  ],
  filters: [
    {
      name: 'applicationId',
      label: 'Application',
      records: 'applications',
      describe: (rule) => rule.applicationName,
    },
  ],
  Actions: ShowHeldConflicts,
  nameOf: (rule) => rule.name,
  fields: [
    { name: 'applicationId', label: 'Application', Input: ApplicationInput },
    { name: 'name', label: 'Name', Input: TextInput },
    {
      name: 'roles',
      label: 'Roles',
      Input: ConflictRolesInput,
      hint: 'Of the chosen application, for whatever client. Choose at least two here and under “Actions and pages” together; either alone is enough.',
    },
    {
      name: 'duties',
      label: 'Actions and pages',
      Input: ConflictDutiesInput,
      hint: 'Whoever has a role that does this, by the approvals of the application; a page alone: any action on it. With “open” or an action of the page itself: by page access.',
    },
    {
      name: 'scope',
      label: 'Applies',
      Input: ScopeInput,
      hint: 'A person has one role for each client: for the same client, the rule is about stand-ins.',
    },
    { name: 'effect', label: 'Effect', Input: EffectInput },
    { name: 'description', label: 'Description', Input: TextAreaInput },
  ],
  toForm: (rule) => ({
    applicationId: rule?.applicationId ?? '',
    name: rule?.name ?? '',
    roles: rule?.roles ?? [],
    duties: rule?.duties ?? [],
    scope: chosen(CONFLICT_SCOPES, rule?.scope, 'client'),
    effect: chosen(CONFLICT_EFFECTS, rule?.effect, 'prevent'),
    description: rule?.description ?? '',
  }),
}

/** The choice of a rule, for which its row has a text. */
function chosen<Choices extends object>(choices: Choices, stored: string | undefined, first: keyof Choices) {
  return stored !== undefined && stored in choices ? (stored as keyof Choices) : first
}

/** What a rule names. */
function KeptApart({ rule: { roles, duties } }: { rule: Pick<RowOf<typeof roleConflicts>, 'roles' | 'duties'> }) {
  const { t } = useTranslation()
  return [...roles, ...duties.map((duty) => dutyInWords(duty, t))].join(', ')
}

/** Leads to the people who break a rule, for those who may read them. */
function ShowHeldConflicts() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { permissions } = useSession()
  if (!permissions.includes('users:read')) return null
  return (
    <ListAction
      label={t('Who breaks a rule')}
      onChoose={() => void navigate({ to: '/dashboard/conflictingRoles', search: {} })}
    />
  )
}

export function RoleConflictsScreen() {
  return <AdminScreen screen={ROLE_CONFLICTS} />
}
