import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { PERMISSIONS, type Permission, USER_ROLE } from '@gatehouse/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ListFailure } from '../../engine/list/ListFailure.tsx'
import { Facts } from '../../engine/record/Facts.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { AssignRole } from '../AssignRole.tsx'
import type { UserRow } from '../user-row.ts'

/** The role of a person in the portal, and what it lets them do. */
export function PersonRole({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [attached] = row.roleAttached
  return (
    <>
      <div className="record-card">
        <h2>{t('Role')}</h2>
        <p>
          {attached
            ? t('{{name}} has the role {{role}}.', { name: row.firstName, role: attached.name })
            : t('No role is attached, so this person has the role User.')}
        </p>
        {permissions.includes('users:write') && (
          <p className="record-card-actions">
            <Button variant="neutral" onClick={() => setIsOpen(true)}>
              {t('Assign Role')}
            </Button>
          </p>
        )}
      </div>
      {attached && permissions.includes('roles:read') && <PermissionsOf name={attached.name} id={attached._id} />}
      {!attached && (
        <div className="record-card">
          <h2>{t('Permissions')}</h2>
          <p>{t('The role {{role}} has no permissions: they only see their own applications.', { role: USER_ROLE })}</p>
        </div>
      )}
      {isOpen && <AssignRole row={row} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Role = RowOf<typeof roles>
const ROLES: Resource<Role> = roles

function PermissionsOf({ name, id }: { name: string; id: string }) {
  const { t } = useTranslation()
  // Roles are found by their name: a few share a part of it.
  const query = { field: 'name', search: name, page: 0, pageSize: 100 }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['roles', 'list', query],
    queryFn: async () => (await call(ROLES.list, query)) as Page<Role>,
  })
  const role = data?.rows.find(({ _id }) => _id === id)
  if (error && !data) return <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Spinner size={24} />
  if (!role) return null
  const facts = role.permissions.map((permission) => ({
    label: permission.name,
    value:
      permission.name in PERMISSIONS
        ? t(PERMISSIONS[permission.name as Permission])
        : t('Opens nothing in this portal'),
  }))
  return (
    <>
      {role.status !== 'ACTIVE' && (
        <p>
          <StatusBadge status={role.status} /> {t('An inactive role grants nothing.')}
        </p>
      )}
      {facts.length > 0 ? (
        <Facts heading={t('Permissions')} facts={facts} />
      ) : (
        <p>{t('This role has no permissions yet.')}</p>
      )}
    </>
  )
}
