import { REGIONS } from '@gatehouse/contract/regions.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findingText } from '../approval-finding.ts'
import { laneName } from './approval-bar.ts'
import { CoverageCell } from './CoverageCell.tsx'
import { askedText, type Coverage, gapsOf, rangesText } from './coverage.ts'
import { makeScale } from './picture-scale.ts'

type Props = { coverage: Coverage; region: string; onChoose: (region: string) => void }

/**
 * Regions down, steps across. The grid is one stop of the Tab key, and the arrow keys move from cell to cell; a cell leads to the picture
 * of its region.
 */
export function CoverageGrid({ coverage, region, onChoose }: Props) {
  const { t } = useTranslation()
  const [at, setAt] = useState<[line: number, column: number]>([0, 0])
  const chosen = useRef<HTMLTableRowElement>(null)
  const { steps, areas, findings, intended } = coverage
  const bounds = [
    ...areas.flatMap(({ cells }) => cells.flatMap(({ asked }) => asked)),
    ...findings.filter(({ isGap }) => isGap),
    ...intended,
  ]
  const scale = makeScale(bounds.flatMap(({ from, to }) => [from, to]))
  const areaOf = new Map(areas.flatMap((area) => area.regions.map((code) => [code, area])))

  // A region that is chosen above the grid is looked for.
  useEffect(() => {
    if (region) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [region])

  return (
    <section className="coverage" aria-label={t('Coverage by region')}>
      <table onKeyDown={moveByArrow}>
        <caption className="visually-hidden">
          {t('The arrow keys move from cell to cell. Each cell leads to the picture of its region.')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('Region')}</th>
            <th scope="col">{t('Nobody approves')}</th>
            {steps.map((step) => (
              <th key={`${step.isCreation} ${step.isCatchAll} ${step.sequence}`} scope="col">
                {laneName(step)}
                <small>{step.roles.join(', ')}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(REGIONS).map(([code, name], line) => {
            const cell = (column: number) => ({
              ...{ region: t(name), scale, onChoose: () => onChoose(code), onFocus: () => setAt([line, column]) },
              isStop: at[0] === line && at[1] === column,
            })
            const missing = gapsOf(coverage, code, null)
            return (
              <tr key={code} ref={code === region ? chosen : undefined} aria-current={code === region || undefined}>
                <th scope="row">{t(name)}</th>
                <CoverageCell
                  {...cell(0)}
                  column={t('Nobody approves')}
                  text={missing.length === 0 ? '–' : rangesText(missing)}
                  facts={missing.map(({ finding }) => findingText(finding))}
                  asked={[]}
                  gaps={missing}
                />
                {steps.map((step, index) => {
                  const covered = areaOf.get(code)?.cells[index] ?? { asked: [], hasRows: false }
                  const gaps = gapsOf(coverage, code, step)
                  return (
                    <CoverageCell
                      key={`${step.isCreation} ${step.isCatchAll} ${step.sequence}`}
                      {...cell(index + 1)}
                      column={laneName(step)}
                      text={askedText(covered, gaps)}
                      facts={gaps.map(({ finding }) => findingText(finding))}
                      asked={covered.asked}
                      gaps={gaps}
                    />
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function moveByArrow(event: KeyboardEvent<HTMLTableElement>) {
  const cell = (event.target as Element).closest('td')
  const row = cell?.closest('tr')
  if (!cell || !row || event.altKey || event.metaKey) return
  const { rows } = event.currentTarget
  const [lines, columns] = [rows.length - 1, row.cells.length - 1]
  const next = nextCell(event, row.rowIndex, cell.cellIndex, lines, columns)
  // The headings are the line and the column 0.
  const button = next && next[0] > 0 && next[1] > 0 && rows[next[0]]?.cells[next[1]]?.querySelector('button')
  if (!button) return
  event.preventDefault()
  button.focus()
}

function nextCell(
  { key, ctrlKey }: KeyboardEvent,
  line: number,
  column: number,
  lines: number,
  columns: number,
): [number, number] | null {
  switch (key) {
    case 'ArrowDown':
      return [line + 1, column]
    case 'ArrowUp':
      return [line - 1, column]
    case 'ArrowRight':
      return [line, column + 1]
    case 'ArrowLeft':
      return [line, column - 1]
    case 'Home':
      return [ctrlKey ? 1 : line, 1]
    case 'End':
      return [ctrlKey ? lines : line, columns]
    default:
      return null
  }
}
