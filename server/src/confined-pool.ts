import { type ConfinedProcess, startConfined } from './confined-process.ts'
import { AppError } from './errors.ts'

export type PoolLimits = {
  processes: number
  /** So many questions wait for a process; further ones are refused. */
  waiting: number
  startMs: number
  taskMs: number
  memoryMb: number
  /** An idle process ends and gives its memory back. */
  idleMs: number
}

export type ConfinedPool<Question, Answer> = {
  /** @throws AppError busy when too many wait; what `tooLong` says when the answer takes too long, or the process ends */
  ask: (question: Question) => Promise<Answer>
  close: () => Promise<void>
}

type Job<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/**
 * Answers questions in a few processes of their own, started on demand, one question at a time in each: what people send must
 * not delay other people's sign-ins.
 *
 * @param file calls `answerQuestions`
 */
export function makeConfinedPool<Question extends object, Answer>(
  file: string,
  { processes, waiting: waitingMax, startMs, taskMs, memoryMb, idleMs }: PoolLimits,
  tooLong: (cause: unknown) => AppError,
): ConfinedPool<Question, Answer> {
  const waiting: Job<Question, Answer>[] = []
  const all = new Set<ConfinedProcess>()
  const idle = new Map<ConfinedProcess, NodeJS.Timeout>()

  const end = (one: ConfinedProcess) => {
    clearTimeout(idle.get(one))
    idle.delete(one)
    all.delete(one)
    return one.end()
  }
  const start = async (): Promise<ConfinedProcess> => {
    const started = startConfined(file, memoryMb)
    all.add(started)
    try {
      await started.isReady(AbortSignal.timeout(startMs))
      return started
    } catch (cause) {
      await end(started)
      throw new AppError('busy', { cause })
    }
  }
  const ask = async (one: ConfinedProcess, question: Question): Promise<Answer> => {
    const answer = await one.ask(question, AbortSignal.timeout(taskMs)).catch(async (cause) => {
      await end(one)
      throw tooLong(cause)
    })
    return answer as Answer
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
      await ask(one, job.question).then(job.resolve, job.reject)
      rest(one)
    } catch (error) {
      job.reject(error as Error)
    }
    void work()
  }
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= waitingMax) return reject(new AppError('busy'))
        waiting.push({ question, resolve, reject })
        void work()
      }),
    close: async () => {
      await Promise.all([...all].map(end))
    },
  }
}
