import { parentPort } from 'node:worker_threads'
import { TEMPLATE_TASKS } from './template-tasks.ts'

// The thread that `template-pool.ts` starts: it does one task after the other.

export type Ask = { task: keyof typeof TEMPLATE_TASKS; input: unknown }
export type Answer = { value: unknown } | { error: string }

parentPort?.on('message', ({ task, input }: Ask) => {
  const run = TEMPLATE_TASKS[task] as (input: unknown) => Promise<unknown>
  run(input).then(
    (value) => parentPort?.postMessage({ value } satisfies Answer),
    (error: Error) => parentPort?.postMessage({ error: error.message } satisfies Answer),
  )
})
parentPort?.postMessage({ value: 'ready' } satisfies Answer)
