import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compare, type Line } from './diff.ts'
import './text-diff.css'

/** The unchanged lines shown around a change. */
const CONTEXT = 2

type Props = { label: string; before: string; after: string }

/** The removed and added parts of a text. */
export function TextDiff({ label, before, after }: Props) {
  const { t } = useTranslation()
  const lines = useMemo(() => compare(before, after), [before, after])
  if (before === after) return null
  return (
    <section className="text-diff" aria-label={label}>
      <h3>{label}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol tabIndex={0}>
        {shortened(lines).map(({ at, line }) =>
          line === null ? (
            <li key={at} className="text-diff-gap">
              …
            </li>
          ) : (
            <li key={at} data-kind={line.kind}>
              {line.kind === 'removed' && <span className="visually-hidden">{t('Removed:')} </span>}
              {line.kind === 'added' && <span className="visually-hidden">{t('Added:')} </span>}
              {line.pieces.map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they neither move nor keep anything
                <Piece key={index} {...piece} />
              ))}
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

function Piece({ kind, text }: Line['pieces'][number]) {
  if (kind === 'removed') return <del>{text}</del>
  if (kind === 'added') return <ins>{text}</ins>
  return text
}

/** Omits long unchanged passages. Each is replaced by `null`. */
function shortened(lines: readonly Line[]): { at: number; line: Line | null }[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at): { at: number; line: Line | null }[] => {
    if (isNear[at]) return [{ at, line }]
    return at === 0 || isNear[at - 1] ? [{ at, line: null }] : []
  })
}
