import { answerQuestions } from '../src/confined-process.ts'

/** What `confined-process.test.ts` has a process do. */
export type Deed = { deed: 'echo' | 'environment' | 'abort' | 'fill its memory' | 'never end'; bytes?: Uint8Array }

answerQuestions<Deed>(async ({ deed, bytes }) => {
  if (deed === 'environment') return Object.keys(process.env)
  if (deed === 'abort') process.abort()
  if (deed === 'never end') for (;;) Math.random()
  const kept: number[] = []
  // One array that doubles: in a thread, this aborts the process of all threads.
  if (deed === 'fill its memory') for (;;) kept.push(kept.length)
  return { deed, bytes }
})
