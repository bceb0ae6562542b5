import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { expect, test } from 'vitest'
import type { Calls, Sent } from './conformance-calls.ts'

type Part = { _zod: { optin?: unknown; def: { type: string; shape?: Record<string, Part>; innerType?: Part } } }

/** Tests that a field which is left out of an update stays as it was, also inside another one. */
export function keepWhatIsLeftOut<Row extends RecordRow>(calls: Calls<Row>) {
  const { resource, form, call, create, changeOf } = calls
  const request = resource.update.request as unknown as Part

  test('keep whatever is left out of an update', async () => {
    const sent = await form()
    const row = await create(sent)
    // A change first, so that more than the defaults of a new record is there to lose.
    const { data: changed } = await call(resource.update, changeOf(row, sent))
    // A gateway with another address asks for its secrets again.
    const before = changed === null ? row : changed
    const needed = withoutOptional(
      request,
      changed === null ? { ...sent, [resource.idKey]: row._id } : changeOf(row, sent),
    )
    const answer = await call(resource.update, needed)
    expect(answer).toMatchObject({ status: 200, msg: resource.update.message })
    const { version: _, updatedAt: _at, updatedBy: _by, ...kept } = before as Row & { updatedBy?: string }
    expect(answer.data).toMatchObject(kept)
  })
}

/** What is sent, with only the fields that have to be. */
function withoutOptional(part: Part, sent: Sent): Sent {
  const { shape = {} } = part._zod.def
  const needed = Object.entries(shape).filter(([name, { _zod }]) => _zod.optin === undefined && name in sent)
  return Object.fromEntries(
    needed.map(([name, inner]) => [
      name,
      inner._zod.def.type === 'object' ? withoutOptional(inner, sent[name] as Sent) : sent[name],
    ]),
  )
}
