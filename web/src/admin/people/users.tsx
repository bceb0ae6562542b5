import type { PERSON_STATES } from '@gatehouse/contract/admin/people/person-states.ts'
import { type FIRST_PASSWORDS, users } from '@gatehouse/contract/admin/people/users.ts'
import { passwordProblem } from '@gatehouse/contract/password.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import type { Settings } from '@gatehouse/contract/session.ts'
import { uploadUserPicture } from '@gatehouse/contract/uploads.ts'
import { Address } from '../../ui/Address.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminScreen } from '../engine/AdminScreen.tsx'
import { choiceOf } from '../engine/fields/ChoiceInput.tsx'
import { DayInput } from '../engine/fields/DayInput.tsx'
import { imageOf } from '../engine/fields/ImageInput.tsx'
import { PasswordInput } from '../engine/fields/PasswordInput.tsx'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { TextInput } from '../engine/fields/TextInput.tsx'
import type { FilterChoice } from '../engine/screen.ts'
import type { ScreenOf } from '../engine/screen-of.ts'
import { AssignApplication } from './AssignApplication.tsx'
import { AssignedApps } from './AssignedApps.tsx'
import { AssignRole } from './AssignRole.tsx'
import { BulkBar } from './bulk/BulkBar.tsx'
import { RestorePeople } from './bulk/RestorePeople.tsx'
import { ChangeUserPassword } from './ChangeUserPassword.tsx'
import { confirmedInputOf } from './ConfirmedInput.tsx'
import { LastDay } from './LastDay.tsx'
import { LastSignIn } from './LastSignIn.tsx'
import { ReadOnlyInput } from './ReadOnlyInput.tsx'
import { SendInvitation } from './SendInvitation.tsx'
import { UserStatusInput } from './suspensions/UserStatusInput.tsx'
import { UserFiles } from './UserFiles.tsx'
import { UserSessions } from './UserSessions.tsx'
import type { UserRow } from './user-row.ts'

/** Requirement A19. */
const PictureInput = imageOf(uploadUserPicture, { width: 85, height: 70 })

const EmailInput = confirmedInputOf('isEmailVerified', {
  confirmed: 'Confirmed by the person.',
  open: 'Not confirmed yet.',
  changed: 'The new address must be confirmed again.',
})
export const PHONE_WORDS = {
  confirmed: 'Confirmed by the person.',
  open: 'Not confirmed. It receives no codes and cannot be used to sign in.',
  changed: 'The new number must be confirmed again.',
}
const PhoneInput = confirmedInputOf('isPhoneVerified', PHONE_WORDS)

const activityOf = (user: UserRow) => (user.isActive ? 'ACTIVE' : 'INACTIVE')
export const statusOf = (user: UserRow) => (user.isSuspended ? 'SUSPENDED' : activityOf(user))
/** Of somebody who is suspended the form has INACTIVE, too. */
const statusInForm = ({ status, isSuspended }: Record<string, unknown>) =>
  isSuspended === true && status === 'INACTIVE' ? 'SUSPENDED' : String(status)
const nameOf = fullName

const FirstPasswordInput = choiceOf({
  set: 'Set here. No link is sent',
  link: 'Chosen by the person. A link is sent to their email',
} satisfies Record<(typeof FIRST_PASSWORDS)[number], string>)

const weakness = (password: unknown, { passwordPolicy }: Settings, { firstPassword }: Record<string, unknown>) => {
  if (firstPassword === 'link') return null
  return password === '' ? 'Password is required' : passwordProblem(passwordPolicy, String(password))
}

const STATES: (FilterChoice & { value: (typeof PERSON_STATES)[number] })[] = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited, no password yet' },
  { value: 'throttled', label: 'Too many attempts', permission: 'audit:read' },
  { value: 'leaving', label: 'Leaving, with a last day' },
  { value: 'recovering', label: 'Recovery is open' },
  { value: 'suspended', label: 'Suspended, now or later' },
  { value: 'codesOnly', label: 'Only codes by email or phone' },
  { value: 'noPasskey', label: 'Without a passkey' },
  { value: 'inactive', label: 'Inactive' },
]

const SIGNED_IN: FilterChoice[] = [
  { value: 'true', label: 'At least once' },
  { value: 'false', label: 'Never' },
]

export const USERS = {
  resource: users,
  page: '/user',
  newLabel: 'New User',
  dialogs: { create: 'New User', update: 'Update User' },
  size: 'large',
  searchHint: 'Search by name, phone, email or user name',
  searches: {
    any: 'All fields',
    firstName: 'First Name',
    lastName: 'Last Name',
    phoneNumber: 'Phone Number',
    email: 'Email',
    userName: 'User Name',
    status: 'Status',
  },
  menuLabel: 'Action',
  columns: [
    { label: 'First Name', isName: true, sort: 'firstName', cell: (user) => user.firstName },
    { label: 'Last Name', isName: true, sort: 'lastName', cell: (user) => user.lastName },
    { label: 'Phone Number', isNumber: true, sort: 'phoneNumber', cell: (user) => user.phoneNumber },
    { label: 'Email', sort: 'email', isWhole: true, cell: (user) => <Address email={user.email} /> },
    { label: 'User Name', isExtra: 'narrow', sort: 'userName', cell: (user) => user.userName },
    {
      label: 'Assigned Apps',
      sort: 'assignedApps',
      cell: (user) => <AssignedApps names={user.applicationData.map(({ name }) => name.description)} />,
    },
    { label: 'Role', isExtra: true, cell: (user) => user.roleAttached[0]?.name },
    { label: 'Last day', isExtra: true, cell: (user) => <LastDay day={user.lastDay} /> },
    { label: 'Last sign-in', isExtra: true, cell: (user) => <LastSignIn at={user.lastSignInAt} /> },
    { label: 'Status', sort: 'status', cell: (user) => <StatusBadge status={statusOf(user)} /> },
  ],
  filters: [
    { name: 'userId', label: 'User', describe: nameOf },
    { name: 'isActive', label: 'Status', describe: activityOf },
    { name: 'state', label: 'Status', choices: STATES },
    {
      name: 'roleId',
      label: 'Role',
      records: 'roles',
      describe: (user) => user.roleAttached[0]?.name ?? '',
      permissions: ['users:write', 'roles:read', 'roles:write', 'clients:write'],
    },
    { name: 'applicationId', label: 'Application', records: 'applications' },
    { name: 'clientId', label: 'Client', records: 'clients' },
    { name: 'hasSignedIn', label: 'Signed in', choices: SIGNED_IN },
  ],
  nameOf,
  fields: [
    { name: 'firstName', label: 'First Name', Input: TextInput, isHalf: true },
    { name: 'lastName', label: 'Last Name', Input: TextInput, isHalf: true },
    { name: 'email', label: 'Email', Input: EmailInput },
    { name: 'phoneNumber', label: 'Phone Number', Input: PhoneInput, isHalf: true },
    { name: 'userName', label: 'User Name', Input: TextInput, isHalf: true, only: 'create' },
    { name: 'username', label: 'User Name', Input: ReadOnlyInput, isHalf: true, only: 'update' },
    { name: 'firstPassword', label: 'First password', Input: FirstPasswordInput, only: 'create' },
    {
      name: 'password',
      label: 'Password',
      Input: PasswordInput,
      problemOf: weakness,
      onlyWith: { field: 'firstPassword', values: ['set'] },
      only: 'create',
    },
    { name: 'status', label: 'Status', Input: UserStatusInput, meaningOf: statusInForm, only: 'update' },
    {
      name: 'codeOnly',
      label: 'Sign in with code only',
      Input: SwitchInput,
      hint: 'On the page /otp, without a password',
      only: 'update',
    },
    {
      name: 'cPortalId',
      label: 'Partner portal id',
      Input: TextInput,
      hint: 'Their id in the partner portal. If empty, the id in this portal is used.',
    },
    {
      name: 'lastDay',
      label: 'Last day',
      Input: DayInput,
      hint: 'The account is deactivated when this day is over. Empty: no end.',
    },
    { name: 'profileImage', label: 'Picture', Input: PictureInput },
  ],
  toForm: (user) => ({
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    phoneNumber: user?.phoneNumber ?? '',
    userName: '',
    username: user?.userName ?? '',
    firstPassword: 'set',
    password: '',
    status: user ? activityOf(user) : 'ACTIVE',
    codeOnly: user?.codeOnly ?? false,
    cPortalId: user?.cPortalId ?? '',
    lastDay: user?.lastDay ?? '',
    profileImage: user?.profileImage ?? '',
    isSuspended: user?.isSuspended,
    isEmailVerified: user?.isEmailVerified,
    isPhoneVerified: user?.isPhoneVerified,
  }),
  rowActions: [
    { label: 'Assign Role', Dialog: AssignRole },
    { label: 'Assign Application', Dialog: AssignApplication, address: 'assign' },
    { label: 'Change Password', Dialog: ChangeUserPassword },
    { label: 'Send invitation', Dialog: SendInvitation },
    { label: 'Sessions', Dialog: UserSessions, permission: 'users:read' },
  ],
  Bulk: BulkBar,
  Restore: RestorePeople,
  Actions: UserFiles,
} satisfies ScreenOf<typeof users, never, 'name' | 'isActive'>

export function UsersScreen() {
  return <AdminScreen screen={USERS} />
}
