import type { ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox, type Option } from '../../../ui/Combobox.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOptions } from '../../engine/use-options.ts'

type Props = {
  applicationId: string
  routing: ShownRouting
  onChange: (routing: ShownRouting) => void
  hasCatchAll: boolean
  onToggle: (hasCatchAll: boolean) => void
  error: string | undefined
}

const ALL = 'All'

/** Who approves what no row covers: nobody, or one role, for a client or for all of them. */
export function CatchAllInput({ applicationId, routing, onChange, hasCatchAll, onToggle, error }: Props) {
  const { t } = useTranslation()
  const { catchAllRole: role, catchAllClientId: clientId, catchAllClient: client } = routing
  const clients = useFound({ kind: 'clients', applicationId })
  const roles = useFound({ kind: 'applicationRoles', applicationId, ...(clientId !== null && { clientId }) })
  const all = { value: ALL, label: t('All clients') }
  // Roles of several clients have the same name, and the role that people give themselves approves nothing.
  const names = [...new Map(roles.options.map(({ label }) => [label.toLowerCase(), label])).entries()]
    .filter(([key]) => key !== USER_ROLE.toLowerCase())
    .map(([, name]) => name)
  return (
    <>
      <RadioGroup
        label={t('What no row covers')}
        value={hasCatchAll ? 'role' : 'nobody'}
        onChange={(who) => {
          onToggle(who === 'role')
          onChange({ ...routing, catchAllRole: '', catchAllClientId: null, catchAllClient: '' })
        }}
        choices={[
          { value: 'nobody', label: t('Nobody approves it'), about: t('What no row covers is denied.') },
          {
            value: 'role',
            label: t('A catch-all role approves it'),
            about: t(
              'Any amount, on any page and in any region where no row acts. A question that cannot be read is still denied.',
            ),
          },
        ]}
      />
      {hasCatchAll && (
        <>
          <Combobox
            {...clients.field}
            label={t('Client')}
            value={clientId === null ? all : { value: clientId, label: client }}
            options={[all, ...clients.options]}
            onChange={(option) => {
              const isOne = option !== null && option.value !== ALL
              const chosen = {
                catchAllClientId: isOne ? option.value : null,
                catchAllClient: isOne ? option.label : '',
              }
              onChange({ ...routing, ...chosen, catchAllRole: '' })
            }}
          />
          <Combobox
            {...roles.field}
            label={t('Catch-all role')}
            error={error}
            hint={t('People with this role approve at once, and nobody else is asked.')}
            value={role === '' ? null : { value: role, label: role }}
            options={names.map((name): Option => ({ value: name, label: name }))}
            onChange={(option) => onChange({ ...routing, catchAllRole: option?.value ?? '' })}
            required
          />
        </>
      )}
    </>
  )
}

/** Records that are found by typing. */
function useFound(which: Parameters<typeof useOptions>[0]) {
  const [search, setSearch] = useState('')
  const settled = useDebounced(search.trim())
  const found = useOptions({ ...which, ...(settled && { search: settled }) })
  return {
    options: found.records.map(({ _id, name, detail }): Option => ({ value: _id, label: name, detail })),
    field: {
      ...{ onSearch: setSearch, isLoading: found.isLoading || settled !== search.trim(), failure: found.error },
      ...{ onRetry: found.retry, more: found.more, onEnd: found.loadMore },
    },
  }
}
