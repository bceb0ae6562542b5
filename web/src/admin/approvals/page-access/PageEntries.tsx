import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { PageBox } from './PageBox.tsx'
import { PageName } from './PageName.tsx'
import type { PageLine } from './page-lines.ts'
import type { PageAccess } from './use-page-access.ts'

type Props = {
  access: PageAccess
  lines: readonly PageLine[]
  roles: readonly { _id: string; name: string }[]
  canChange: boolean
}

/** The grid on a phone: one role at a time. What was ticked for another role is kept. */
export function PageEntries({ access, lines, roles, canChange }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  const role = roles.find(({ _id }) => _id === chosen) ?? roles[0]
  if (role === undefined) return null
  return (
    <div className="page-access-entries">
      <Select label={t('Role')} value={role._id} onChange={({ target }) => setChosen(target.value)}>
        {roles.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <ul aria-label={role.name}>
        {lines.map((line) => (
          <li key={`${line.page._id} ${line.action}`} data-page={line.action === null || undefined}>
            <PageName line={line} />
            <PageBox {...{ access, line, role, canChange }} />
          </li>
        ))}
      </ul>
    </div>
  )
}
