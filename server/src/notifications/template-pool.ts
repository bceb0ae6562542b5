import { type ConfinedProcess, startConfined } from '../confined-process.ts'
import { AppError } from '../errors.ts'
import { sourceFile } from '../places.ts'
import type { TemplateTasks } from './template-tasks.ts'
import type { Answer, Ask } from './template-worker.ts'

export type TemplatePool = TemplateTasks & { close: () => Promise<void> }

const LIMITS = {
  /** So that two administrators do not wait for each other. */
  processes: 2,
  waiting: 40,
  startMs: 20_000,
  taskMs: 5000,
  memoryMb: 64,
  /** An idle process ends and gives its memory back. */
  idleMs: 60_000,
}
/**
 * Nobody looks on while messages are sent: as many wait as there are, a busy machine is no reason to put a text aside, and
 * a process is kept for the next code.
 */
export const WHEN_SENT: Partial<typeof LIMITS> = { waiting: 10_000, taskMs: 10_000, idleMs: 600_000 }

const TOO_LONG = 'This template takes too long to be checked. Make it shorter or simpler.'

type Job = { ask: Ask; resolve: (value: unknown) => void; reject: (error: Error) => void }

/**
 * Checks and renders templates in a few processes of their own, started on demand, with limits of time and memory: the
 * text that an administrator types must not delay other people's sign-ins.
 */
export function makeTemplatePool(limits: Partial<typeof LIMITS> = {}): TemplatePool {
  const { processes, waiting: waitingMax, startMs, taskMs, memoryMb, idleMs } = { ...LIMITS, ...limits }
  const waiting: Job[] = []
  const all = new Set<ConfinedProcess>()
  const idle = new Map<ConfinedProcess, NodeJS.Timeout>()

  const end = (one: ConfinedProcess) => {
    clearTimeout(idle.get(one))
    idle.delete(one)
    all.delete(one)
    return one.end()
  }
  const start = async (): Promise<ConfinedProcess> => {
    const started = startConfined(sourceFile('notifications/template-worker.ts'), memoryMb)
    all.add(started)
    try {
      await started.isReady(AbortSignal.timeout(startMs))
      return started
    } catch (cause) {
      await end(started)
      throw new AppError('busy', { cause })
    }
  }
  const ask = async (one: ConfinedProcess, { ask: asked }: Job): Promise<unknown> => {
    const answer = (await one.ask(asked, AbortSignal.timeout(taskMs)).catch(async (cause) => {
      await end(one)
      throw new AppError('invalid_request', { msg: TOO_LONG, cause })
    })) as Answer
    if ('error' in answer) throw new Error(answer.error)
    return answer.value
  }
  const rest = (one: ConfinedProcess) => {
    if (all.has(one)) idle.set(one, setTimeout(() => void end(one), idleMs).unref())
  }
  const take = (): ConfinedProcess | undefined => {
    for (const [one, timer] of idle) {
      clearTimeout(timer)
      idle.delete(one)
      if (one.isAlive()) return one
      all.delete(one)
    }
    return undefined
  }
  const work = async (): Promise<void> => {
    const known = take()
    if (known === undefined && all.size >= processes) return
    const job = waiting.shift()
    if (job === undefined) {
      if (known !== undefined) rest(known)
      return
    }
    try {
      const one = known ?? (await start())
      await ask(one, job).then(job.resolve, job.reject)
      rest(one)
    } catch (error) {
      job.reject(error as Error)
    }
    void work()
  }
  const put = (task: Ask['task']) => (input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (waiting.length >= waitingMax) return reject(new AppError('busy'))
      waiting.push({ ask: { task, input }, resolve, reject })
      void work()
    })
  return {
    findProblems: put('findProblems') as TemplateTasks['findProblems'],
    preview: put('preview') as TemplateTasks['preview'],
    render: put('render') as TemplateTasks['render'],
    compose: put('compose') as TemplateTasks['compose'],
    composeMessage: put('composeMessage') as TemplateTasks['composeMessage'],
    textOf: put('textOf') as TemplateTasks['textOf'],
    close: async () => {
      await Promise.all([...all].map(end))
    },
  }
}
