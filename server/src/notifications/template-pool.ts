import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { sourceFile } from '../places.ts'
import type { TemplateTasks } from './template-tasks.ts'
import type { Answer, Ask } from './template-worker.ts'

export type TemplatePool = TemplateTasks & { close: () => Promise<void> }

const LIMITS = {
  /** So that two administrators do not wait for each other. */
  threads: 2,
  waiting: 40,
  startMs: 20_000,
  taskMs: 5000,
  memoryMb: 64,
  /** An idle thread ends and gives its memory back. */
  idleMs: 60_000,
}
/**
 * Nobody looks on while messages are sent: as many wait as there are, a busy machine is no reason to put a text aside, and
 * a thread is kept for the next code.
 */
export const WHEN_SENT: Partial<typeof LIMITS> = { waiting: 10_000, taskMs: 10_000, idleMs: 600_000 }

const TOO_LONG = 'This template takes too long to be checked. Make it shorter or simpler.'

type Job = { ask: Ask; resolve: (value: unknown) => void; reject: (error: Error) => void }

/**
 * Checks and renders templates in a few threads of their own, started on demand, with limits of time and memory: the
 * text that an administrator types must not delay other people's sign-ins.
 */
export function makeTemplatePool(limits: Partial<typeof LIMITS> = {}): TemplatePool {
  const { threads, waiting: waitingMax, startMs, taskMs, memoryMb, idleMs } = { ...LIMITS, ...limits }
  const waiting: Job[] = []
  const all = new Set<Worker>()
  const idle = new Map<Worker, NodeJS.Timeout>()

  const end = (worker: Worker) => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    all.delete(worker)
    return worker.terminate()
  }
  const start = async (): Promise<Worker> => {
    const worker = new Worker(sourceFile('notifications/template-worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // The thread needs nothing of this process, above all not its secrets.
      ...{ env: {}, execArgv: [] },
    })
    all.add(worker)
    worker.unref()
    // Keep this listener: an error without a listener would end the process.
    worker.on('error', () => void end(worker))
    try {
      await once(worker, 'message', { signal: AbortSignal.timeout(startMs) })
      return worker
    } catch (cause) {
      await end(worker)
      throw new AppError('busy', { cause })
    }
  }
  const ask = async (worker: Worker, { ask: asked }: Job): Promise<unknown> => {
    worker.postMessage(asked)
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(taskMs) }).catch(async (cause) => {
      await end(worker)
      throw new AppError('invalid_request', { msg: TOO_LONG, cause })
    })) as [Answer]
    if ('error' in answer) throw new Error(answer.error)
    return answer.value
  }
  const rest = (worker: Worker) => {
    if (!all.has(worker)) return
    idle.set(worker, setTimeout(() => void end(worker), idleMs).unref())
  }
  const take = (): Worker | undefined => {
    const [[worker, timer] = []] = idle
    if (worker === undefined) return undefined
    clearTimeout(timer)
    idle.delete(worker)
    return worker
  }
  const work = async (): Promise<void> => {
    const known = take()
    if (known === undefined && all.size >= threads) return
    const job = waiting.shift()
    if (job === undefined) {
      if (known !== undefined) rest(known)
      return
    }
    try {
      const worker = known ?? (await start())
      await ask(worker, job).then(job.resolve, job.reject)
      rest(worker)
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
