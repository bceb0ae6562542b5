import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Roles across, pages and actions down. The arrow keys move from box to box. */
export function PageGrid({ access, lines, roles, canChange }: Props) {
  const { t } = useTranslation()
  return (
    <section className="page-access-frame" aria-label={t('Page access')}>
      <table className="page-access" onKeyDown={moveByArrow}>
        <thead>
          <tr>
            <th scope="col">{t('Page')}</th>
            {roles.map(({ _id, name }) => (
              <th key={_id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.page._id} ${line.action}`} data-page={line.action === null || undefined}>
              <th scope="row">
                <PageName line={line} />
              </th>
              {roles.map((role) => (
                <td key={role._id}>
                  <PageBox {...{ access, line, role, canChange }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

function moveByArrow(event: KeyboardEvent<HTMLTableElement>) {
  const step = STEPS[event.key]
  const cell = (event.target as Element).closest('td')
  const row = cell?.closest('tr')
  if (!step || !cell || !row || event.altKey || event.ctrlKey || event.metaKey) return
  const [down, right] = step
  const next = event.currentTarget.rows[row.rowIndex + down]?.cells[cell.cellIndex + right]?.querySelector('input')
  if (!next) return
  event.preventDefault()
  next.focus()
}
