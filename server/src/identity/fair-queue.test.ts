import { expect, test } from 'vitest'
import { makeFairQueue, type Source } from './fair-queue.ts'

const stranger = (id: string): Source => ({ id, isKnown: false })
const known = (id: string): Source => ({ id, isKnown: true })

/** A queue whose tasks end when the test lets them; records the order in which they began. */
function aQueue(limits: Partial<Parameters<typeof makeFairQueue>[0]> = {}) {
  const inTurn = makeFairQueue({ atOnce: 1, waitingPerSource: 3, waitingInAll: 6, ...limits })
  const began: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const ask = (source: Source, name = source.id) =>
    inTurn(source, () => {
      began.push(name)
      return new Promise<void>((end) => ends.push(end))
    }).catch(({ key }) => void refused.push(`${name} ${key}`))
  const finish = async (count: number) => {
    for (let done = 0; done < count; done++) {
      ends.shift()?.()
      // Waits until the next task has begun.
      for (let ticks = 0; ticks < 5; ticks++) await Promise.resolve()
    }
  }
  const settle = async () => {
    for (let ticks = 0; ticks < 5; ticks++) await Promise.resolve()
  }
  return { ask, finish, settle, began, refused }
}

test('a caller with many tasks waits behind its own tasks, and does not delay others', async () => {
  const { ask, finish, began } = aQueue()
  for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) void ask(stranger('flood'), name)
  void ask(stranger('other'))
  await finish(3)
  expect(began).toEqual(['flood 1', 'flood 2', 'other', 'flood 3'])
})

test('a known person waits for at most one task of strangers', async () => {
  const { ask, finish, began } = aQueue()
  for (const id of ['a', 'b', 'c', 'd', 'e']) void ask(stranger(id))
  void ask(known('owner'))
  await finish(2)
  expect(began.slice(0, 3)).toContain('owner')
})

test('a source is refused beyond its share', async () => {
  const { ask, settle, refused } = aQueue()
  for (let index = 0; index < 6; index++) void ask(stranger('flood'), `flood ${index}`)
  await settle()
  expect(refused).toEqual(['flood 4 busy', 'flood 5 busy'])
})

test('when the queue is full, the source with the most waiting tasks loses one', async () => {
  const { ask, settle, finish, began, refused } = aQueue()
  void ask(stranger('first'))
  for (const id of ['a', 'a', 'a', 'b', 'b', 'c']) void ask(stranger(id))
  void ask(stranger('late'))
  await settle()
  expect(refused).toEqual(['a busy'])
  await finish(6)
  expect(began).toEqual(['first', 'a', 'b', 'c', 'late', 'a', 'b'])
  void ask(known('owner'))
  await finish(2)
  expect(began).toContain('owner')
})

test('a task that fails frees its place', async () => {
  const inTurn = makeFairQueue({ atOnce: 1, waitingPerSource: 1, waitingInAll: 1 })
  const failing = inTurn(stranger('a'), async () => Promise.reject(new Error('no')))
  const waiting = inTurn(stranger('b'), async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await waiting).toBe('done')
  expect(await inTurn(stranger('c'), async () => 'free again')).toBe('free again')
})
