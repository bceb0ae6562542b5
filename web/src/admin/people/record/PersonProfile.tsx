import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Facts } from '../../engine/record/Facts.tsx'
import { PersonActing } from '../acting/PersonActing.tsx'
import { LastDay } from '../LastDay.tsx'
import { PersonSuspension } from '../suspensions/PersonSuspension.tsx'
import type { UserRow } from '../user-row.ts'
import { PHONE_WORDS, statusOf } from '../users.tsx'
import { PersonPreferences } from './PersonPreferences.tsx'

/** Who a person is, and how their account stands. */
export function PersonProfile({ row }: { row: UserRow }) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)
  const { email, isEmailVerified, phoneNumber, isPhoneVerified, lastSignInAt, codeOnly, cPortalId } = row
  return (
    <>
      <div className="record-columns">
        <Facts
          heading={t('Account')}
          facts={[
            { label: t('Status'), value: <StatusBadge status={statusOf(row)} /> },
            { label: t('Role'), value: row.roleAttached[0]?.name ?? USER_ROLE },
            { label: t('Last sign-in'), value: lastSignInAt === null ? t('Never') : momentOf(lastSignInAt) },
            {
              label: t('Signs in with'),
              value: codeOnly ? t('Password and code, or a code alone') : t('Password and code'),
            },
            ...(row.lastDay === null ? [] : [{ label: t('Last day'), value: <LastDay day={row.lastDay} /> }]),
            { label: t('Created'), value: momentOf(row.createdAt) },
            { label: t('Changed'), value: momentOf(row.updatedAt) },
          ]}
        />
        <Facts
          heading={t('Contact')}
          facts={[
            {
              label: t('Email'),
              value: email,
              note: isEmailVerified ? t('Confirmed by the person.') : t('Not confirmed yet.'),
            },
            {
              label: t('Phone Number'),
              value: phoneNumber || '–',
              note: phoneNumber === '' ? undefined : t(isPhoneVerified ? PHONE_WORDS.confirmed : PHONE_WORDS.open),
            },
            { label: t('User Name'), value: row.userName },
            { label: t('Partner portal id'), value: cPortalId || t('The id below') },
            { label: t('Id'), value: <code>{row._id}</code> },
          ]}
        />
      </div>
      <PersonPreferences userId={row._id} />
      <PersonActing row={row} />
      <PersonSuspension row={row} />
    </>
  )
}
