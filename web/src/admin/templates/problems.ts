import type { TemplateProblem } from '@gatehouse/contract/admin/template-work.ts'
import { TEMPLATE_PROBLEMS } from '@gatehouse/contract/template-problems.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Marked } from '../../ui/html-editor/editor-handle.ts'
import type { Judged } from './use-template-preview.ts'

const TEXTS = { Subject: 'subject', Template: 'body' } as const

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
        message: t(TEMPLATE_PROBLEMS[reason], values),
      }))
  }, [judged, field, t])
}
