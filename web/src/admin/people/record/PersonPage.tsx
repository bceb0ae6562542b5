import { firstLetter } from '../../../ui/first-letter.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { historySection } from '../../activity/history-section.tsx'
import { RecordPage } from '../../engine/record/RecordPage.tsx'
import type { RecordDefinition } from '../../engine/record/record.ts'
import type { UserRow } from '../user-row.ts'
import { statusOf, USERS } from '../users.tsx'
import { PersonProfile } from './PersonProfile.tsx'

const PERSON: RecordDefinition<UserRow> = {
  screen: USERS,
  filter: 'userId',
  missing: 'There is no such person',
  picture: ({ firstName, profileImage }) =>
    profileImage ? (
      <img src={profileImage} alt="" />
    ) : (
      <span className="record-letter" aria-hidden="true">
        {firstLetter(firstName)}
      </span>
    ),
  status: statusOf,
  detail: ({ email }) => email,
  sections: [
    { path: 'profile', label: 'Profile', permission: 'users:read', Content: PersonProfile },
    {
      path: 'role',
      label: 'Role and permissions',
      permission: 'users:read',
      Content: lazyPart(() => import('./PersonRole.tsx'), 'PersonRole'),
    },
    {
      path: 'applications',
      label: 'Applications',
      permission: 'users:read',
      Content: lazyPart(() => import('./PersonApplications.tsx'), 'PersonApplications'),
    },
    {
      path: 'access',
      label: 'Why can they open this?',
      permission: 'users:read',
      Content: lazyPart(() => import('./PersonAccess.tsx'), 'PersonAccess'),
    },
    {
      path: 'sessions',
      label: 'Sessions',
      permission: 'users:read',
      Content: lazyPart(() => import('./PersonSessions.tsx'), 'PersonSessions'),
    },
    {
      path: 'signInMethods',
      label: 'Sign-in methods',
      permission: 'users:read',
      Content: lazyPart(() => import('./PersonSignInMethods.tsx'), 'PersonSignInMethods'),
    },
    {
      path: 'messages',
      label: 'Messages',
      permission: 'messages:read',
      Content: lazyPart(() => import('./PersonMessages.tsx'), 'PersonMessages'),
    },
    historySection('person'),
  ],
}

/** One person: who they are, what they may do, and what happened. */
export function PersonPage() {
  return <RecordPage record={PERSON} />
}
