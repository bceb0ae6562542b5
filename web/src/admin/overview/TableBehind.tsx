import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  caption: string
  head: string[]
  /** The first cell says what a row is about. */
  rows: ReactNode[][]
}

/** The numbers of a chart. */
export function TableBehind({ caption, head, rows }: Props) {
  const { t } = useTranslation()
  return (
    <details className="overview-table">
      <summary>{t('Show as a table')}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={String(first)}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
