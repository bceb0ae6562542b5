import { answerQuestions } from '../confined-process.ts'
import { TEMPLATE_TASKS } from './template-tasks.ts'

// The process that `template-pool.ts` starts: it does one task after the other.

export type Ask = { task: keyof typeof TEMPLATE_TASKS; input: unknown }
export type Answer = { value: unknown } | { error: string }

answerQuestions<Ask>(({ task, input }): Promise<Answer> => {
  const run = TEMPLATE_TASKS[task] as (input: unknown) => Promise<unknown>
  return run(input).then(
    (value) => ({ value }),
    (error: Error) => ({ error: error.message }),
  )
})
