import { amountsText, type FindingWords } from './finding-words.ts'
import type { Mend } from './mends.ts'

/** A mend as a sentence. */
export function mendText(
  { kind, roles, pages, sequence, keeps, ...range }: Omit<Mend, 'text'>,
  words: FindingWords,
): string {
  const { t, list } = words
  const who = list(roles.map(({ name }) => name))
  const amounts = amountsText(range, words)
  switch (kind) {
    case 'raise-end':
    case 'lower-start':
      return t('{{amounts}} is added to what {{who}} may approve.', { who, amounts })
    case 'end-below':
    case 'begin-above':
      return t('{{amounts}} is taken out of what {{who}} may approve.', { who, amounts })
    case 'make-final':
      return t('The approval of {{who}} becomes the final one.', { who })
    case 'set-sequence':
      return t('{{who}} gets the sequence {{sequence}}, after all others.', { who, sequence: sequence ?? '' })
    case 'leave-one':
      return t('{{keeps}} approves alone: the document approvals of {{who}} are removed on {{pages}}.', {
        ...{ who, keeps: keeps?.name ?? '' },
        pages: list(pages.map(({ name }) => name)),
      })
    case 'remove-rows':
      return t('The document approvals of {{who}} are removed on {{pages}}.', {
        who,
        pages: list(pages.map(({ name }) => name)),
      })
  }
}
