import type { TemplateProblem } from '@gatehouse/contract/admin/templates/preview.ts'
import { lineAt, TEMPLATE_PROBLEMS } from '@gatehouse/contract/template-problems.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marked } from '../../../ui/html-editor/editor-handle.ts'
import type { Judged } from '../preview/use-template-preview.ts'

const TEXTS = { Subject: 'subject', Template: 'body' } as const

const KINDS = [
  { words: /not closed/, label: 'a tag or variable is not closed' },
  { words: /\belse?if\b|\belse\b/, label: 'an else is misplaced' },
  { words: /expected|illegal|invalid|unbalanced/, label: 'something is missing or misplaced' },
]

/** `line`: in the source, from 1. `null` for a problem of the whole text, or if the text has one line. */
export type Problem = Marked & { line: number | null; isRemovable: boolean }

/** Words for the kinds of parser errors, whose own messages are technical English. */
const kindOf = (why: string): string => KINDS.find(({ words }) => words.test(why))?.label ?? why

/** The problems of a field with their lines. An empty field has none. */
export function useProblems(judged: Judged | undefined, field: TemplateProblem['field']): readonly Problem[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const text = judged?.written[TEXTS[field]] ?? ''
    if (judged === undefined || text.trim() === '') return []
    return judged.problems
      .filter((problem) => problem.field === field)
      .map(({ from, to, reason, values }) => {
        const isAll = from === 0 && to === text.length
        return {
          // A problem of the whole text has no position.
          ...(isAll ? { from: 0, to: 0, text: '' } : { from, to, text: text.slice(from, to) }),
          line: isAll || !text.includes('\n') ? null : lineAt(text, from),
          isRemovable: reason === 'html' && !isAll,
          message: t(TEMPLATE_PROBLEMS[reason], { ...values, ...(values.why && { why: t(kindOf(values.why)) }) }),
        }
      })
  }, [judged, field, t])
}

/** The text without the removable problems. Everything else stays the same, byte for byte. */
export function withoutProblems(text: string, problems: readonly Problem[]): string {
  return problems
    .filter(({ isRemovable }) => isRemovable)
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
}
