import type { PageLine } from './page-lines.ts'
import type { PageAccess } from './use-page-access.ts'

type Props = {
  access: PageAccess
  line: PageLine
  role: { _id: string; name: string }
  canChange: boolean
}

/** The box of one role in a line of the grid. */
export function PageBox({ access, line: { page, action }, role, canChange }: Props) {
  const named = action === null ? page.name : `${page.name} ${action}`
  return (
    <span className="page-access-box" data-changed={access.isChanged(role._id, page._id, action) || undefined}>
      <input
        type="checkbox"
        aria-label={`${named}, ${role.name}`}
        checked={access.isTicked(role._id, page._id, action)}
        disabled={!canChange || access.saving.isBusy}
        onChange={() => access.toggle(role._id, page._id, action)}
      />
    </span>
  )
}
