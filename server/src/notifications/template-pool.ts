import { makeConfinedPool, type PoolLimits } from '../confined-pool.ts'
import { AppError } from '../errors.ts'
import { sourceFile } from '../places.ts'
import type { TemplateTasks } from './template-tasks.ts'
import type { Answer, Ask } from './template-worker.ts'

export type TemplatePool = TemplateTasks & { close: () => Promise<void> }

const LIMITS: PoolLimits = {
  /** So that two administrators do not wait for each other. */
  processes: 2,
  waiting: 40,
  startMs: 20_000,
  taskMs: 5000,
  memoryMb: 64,
  idleMs: 60_000,
}
/**
 * Nobody looks on while messages are sent: as many wait as there are, a busy machine is no reason to put a text aside, and
 * a process is kept for the next code.
 */
export const WHEN_SENT: Partial<PoolLimits> = { waiting: 10_000, taskMs: 10_000, idleMs: 600_000 }

const TOO_LONG = 'This template takes too long to be checked. Make it shorter or simpler.'

/**
 * Checks and renders templates in processes of their own, with limits of time and memory: the text that an administrator
 * types must not delay other people's sign-ins.
 */
export function makeTemplatePool(limits: Partial<PoolLimits> = {}): TemplatePool {
  const pool = makeConfinedPool<Ask, Answer>(
    sourceFile('notifications/template-worker.ts'),
    { ...LIMITS, ...limits },
    (cause) => new AppError('invalid_request', { msg: TOO_LONG, cause }),
  )
  const put = (task: Ask['task']) => async (input: unknown) => {
    const answer = await pool.ask({ task, input })
    if ('error' in answer) throw new Error(answer.error)
    return answer.value
  }
  return {
    findProblems: put('findProblems') as TemplateTasks['findProblems'],
    preview: put('preview') as TemplateTasks['preview'],
    render: put('render') as TemplateTasks['render'],
    compose: put('compose') as TemplateTasks['compose'],
    composeMessage: put('composeMessage') as TemplateTasks['composeMessage'],
    textOf: put('textOf') as TemplateTasks['textOf'],
    close: pool.close,
  }
}
