import { fork } from 'node:child_process'
import { once } from 'node:events'

export type ConfinedProcess = {
  /** @throws Error when it ends before it is ready, or the signal is aborted */
  isReady: (signal: AbortSignal) => Promise<unknown>
  /** One question at a time. @throws Error when the process ends first, or the signal is aborted */
  ask: (question: object, signal: AbortSignal) => Promise<unknown>
  isAlive: () => boolean
  /** Ends it at once, whatever it does. */
  end: () => Promise<void>
}

/**
 * Starts a process for work on what people send: that may take its time and its memory, but not those of the server. A
 * thread would not do, as some allocations beyond the limit of a thread abort all of its process.
 *
 * @param file calls `answerQuestions`
 */
export function startConfined(file: string, memoryMb: number): ConfinedProcess {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // The process needs nothing of this one, above all not its secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // An error is what `once` rejects for. Keep its listener, without which it would end the server.
  child.on('error', () => undefined)
  child.on('exit', (code, name) => child.emit('error', new Error(`the process ended with ${name ?? code}`)))
  child.unref()
  const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const answer = async (signal: AbortSignal): Promise<unknown> => {
    child.channel?.ref()
    const [message] = await once(child, 'message', { signal }).finally(() => child.channel?.unref())
    return message
  }
  const end = async () => {
    if (!isAlive()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    child.on('exit', () => resolve())
    child.ref()
    child.kill('SIGKILL')
    await promise
  }
  const ask: ConfinedProcess['ask'] = (question, signal) => {
    child.send(question)
    return answer(signal)
  }
  return { isReady: answer, ask, isAlive, end }
}

/**
 * Answers, in a confined process, one question after the other. The server ends the process, which goes on while the
 * server completes its work after a signal, and ends by itself with a server that was killed.
 */
export function answerQuestions<Question>(answer: (question: Question) => Promise<object>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', async (question) => process.send?.(await answer(question as Question)))
  process.send?.({ isReady: true })
}
