import type { TemplateProblem } from '@gatehouse/contract/admin/template-work.ts'
import { TEMPLATE_PROBLEMS } from '@gatehouse/contract/template-problems.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marked } from '../../ui/html-editor/editor-handle.ts'
import type { Judged } from './use-template-preview.ts'

const TEXTS = { Subject: 'subject', Template: 'body' } as const

const KINDS = [
  { words: /not closed/, label: 'something is opened and not closed' },
  { words: /\belse?if\b|\belse\b/, label: 'an else stands where none can stand' },
  { words: /expected|illegal|invalid|unbalanced/, label: 'something is missing or stands in the wrong place' },
]

/** What the parser says, by its kind: its own words are English, and for programmers. */
const kindOf = (why: string): string => KINDS.find(({ words }) => words.test(why))?.label ?? why

/** What is wrong with a field, in words, and where. Nothing is wrong with a field that is still to be written. */
export function useProblems(judged: Judged | undefined, field: TemplateProblem['field']): readonly Marked[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const text = judged?.written[TEXTS[field]] ?? ''
    if (judged === undefined || text.trim() === '') return []
    return judged.problems
      .filter((problem) => problem.field === field)
      .map(({ from, to, reason, values }) => ({
        // What is about all of it is about no place.
        ...(from === 0 && to === text.length ? { from: 0, to: 0, text: '' } : { from, to, text: text.slice(from, to) }),
        message: t(TEMPLATE_PROBLEMS[reason], { ...values, ...(values.why && { why: t(kindOf(values.why)) }) }),
      }))
  }, [judged, field, t])
}
