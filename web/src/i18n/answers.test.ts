import { expect, test } from 'vitest'
import hindi from './hi.json' with { type: 'json' }

/** What closes a dialog and does nothing. Beside it stands what the dialog is about, such as "Revoke". */
const ANSWERS = ['Cancel', 'Keep it', 'Keep the date', 'Keep editing', 'Wait', 'Close']
/** Means the same. */
const SYNONYMS = ['Dismiss']

test('no button that does something has the Hindi words of one that does nothing', () => {
  const words: Record<string, string> = hindi
  const alike = ANSWERS.flatMap((answer) =>
    Object.keys(words).filter(
      (other) => words[other] === words[answer] && other !== answer && !SYNONYMS.includes(other),
    ),
  )
  expect(ANSWERS.filter((answer) => words[answer] === undefined)).toEqual([])
  expect(alike).toEqual([])
})
