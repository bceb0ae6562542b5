import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decide, decideAll, decideOwn } from '@gatehouse/contract/approvals.ts'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../test/approvals.ts'
import { anAssignment, someoneSignedIn } from '../../test/builders.ts'
import { authorize, changeApplication, ISSUER, send, someoneWithOidc, useListening } from '../../test/relying-party.ts'
import { makeSigningKeys } from '../keyring/signing-keys.ts'

const server = useListening()
const RECEIPT_KEYS = '/access/v1/receipts/keys'
const TYP = 'approval-receipt+jwt'

let matrix: TestMatrix
let person: string
let row: string
beforeAll(async () => {
  matrix = await aMatrix(server)
  row = (await matrix.row('Manager')).id
  person = (await matrix.person('Manager')).id
})

const program = () => server.visitor({ web: false })
const headers = () => ({ authorization: matrix.application.authorization })
const question = (changes: object = {}) => matrix.question({ person, document: 'CL-77', receipt: true, ...changes })
const receiptOf = async (changes: object = {}) =>
  (await program().call(decide, question(changes), headers())).data.receipt as string
const keysAt = async (path: string) => (await send(server, path)).json() as JSONWebKeySet
const expected = () => ({ issuer: ISSUER, audience: matrix.application.id, typ: TYP, algorithms: ['ES256'] })
const verify = async (receipt: string, path = RECEIPT_KEYS) =>
  (await jwtVerify(receipt, createLocalJWKSet(await keysAt(path)), expected())).payload
const inputsOf = (changes: object = {}) => ({
  ...{ action: 'Approval', amount: '1000.00', approvals: [] as object[], client: matrix.client.id, createdBy: null },
  ...{ currency: 'INR', document: 'CL-77', page: 'Claims', person, region: 'IN-KL', ...changes },
})
const hashOf = (inputs: object) => createHash('sha256').update(JSON.stringify(inputs)).digest('base64url')

test('an allow has a receipt that verifies offline, with the keys of tokens and with those of receipts', async () => {
  const { data } = await program().call(decide, question(), headers())
  const receipt = data.receipt as string
  expect(decodeJwt(receipt).jti).toBe(data._id)
  for (const path of ['/oauth2/jwks', RECEIPT_KEYS])
    expect(await verify(receipt, path)).toEqual({
      ...{ iss: ISSUER, aud: matrix.application.id, iat: expect.any(Number), jti: expect.any(String) },
      ...{ person, inputs: hashOf(inputsOf()), version: data.version, rows: [row] },
    })
  expect(decodeJwt(await receiptOf()).jti).not.toBe(decodeJwt(receipt).jti)
  expect(decodeProtectedHeader(receipt)).toEqual({ alg: 'ES256', typ: TYP, kid: expect.any(String) })
})

test('the inputs are in one spelling, however they were sent', async () => {
  const spelt = {
    amount: ' 1000.0',
    region: 'kerala',
    action: 'APPROVAL',
    person: person.toUpperCase(),
    document: ' CL-77 ',
  }
  expect(decodeJwt(await receiptOf(spelt)).inputs).toBe(hashOf(inputsOf()))
  const other = async (changes: object, inputs: object) =>
    expect(decodeJwt(await receiptOf(changes)).inputs).toBe(hashOf(inputsOf(inputs)))
  await other({ document: undefined }, { document: null })
  await other({ document: 'CL-78' }, { document: 'CL-78' })
  await other({ amount: 72000.5 }, { amount: '72000.50' })
  await other({ region: 'Panindia' }, { region: 'Panindia' })
  // A member only where something was approved before.
  for (const nothing of [null, '', 0, '0.00']) await other({ earlierAmount: nothing }, {})
  const { page, person: who, region, ...before } = inputsOf()
  const after = { ...before, earlierAmount: '72000.50', page, person: who, region }
  expect(decodeJwt(await receiptOf({ earlierAmount: 72000.5 })).inputs).toBe(hashOf(after))
  const clerk = (await matrix.person('Clerk')).id
  await other({ createdBy: clerk }, { createdBy: clerk })
  const [by, of] = [(await matrix.person('Clerk')).id, (await matrix.person('Clerk')).id]
  const gone = '01890000-0000-7000-8000-000000000000'
  await other(
    {
      approvals: [
        { by, row: gone },
        { row: gone, onBehalfOf: of, by: clerk },
      ],
    },
    {
      approvals: [
        { by, onBehalfOf: null, row: gone },
        { by: clerk, onBehalfOf: of, row: gone },
      ],
    },
  )
})

test('the receipt of a stand-in names the lender and what is lent', async () => {
  const standIn = await matrix.person('Clerk')
  const id = await matrix.standIn({ id: person }, standIn, 'Manager')
  expect(await verify(await receiptOf({ person: standIn.id }))).toMatchObject({
    ...{ person: standIn.id, onBehalfOf: person, standIn: id, rows: [row] },
  })
})

test('the program of the guide verifies a receipt, and refuses it for another document', async () => {
  const guide = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8')
  const [, program = ''] = /### Receipts[\s\S]*?```js\n([\s\S]*?)```/.exec(guide) ?? []
  const body = program
    .replaceAll(/^import .*$/gm, '')
    .replace('export ', '')
    .replace('https://portal.example.com', ISSUER)
  const keys = createLocalJWKSet(await keysAt(RECEIPT_KEYS))
  const known = {
    createHash,
    createRemoteJWKSet: () => keys,
    jwtVerify,
    process: { env: { APPLICATION_ID: matrix.application.id } },
  }
  const make = new Function(...Object.keys(known), `${body}; return verifyReceipt`)
  const verifyReceipt = make(...Object.values(known)) as (receipt: string, inputs: object) => Promise<object>
  const receipt = await receiptOf()
  expect(await verifyReceipt(receipt, inputsOf())).toMatchObject({ person })
  await expect(verifyReceipt(receipt, inputsOf({ document: 'CL-78' }))).rejects.toThrow('something else')
})

test('an altered receipt fails, and so does one for another application', async () => {
  const receipt = await receiptOf()
  const [head, body, signature] = receipt.split('.') as [string, string, string]
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(receipt), person: 'somebody else' })).toString('base64url')
  const plain = Buffer.from(JSON.stringify({ alg: 'none', typ: TYP })).toString('base64url')
  for (const altered of [`${head}.${forged}.${signature}`, `${plain}.${body}.`, `${head}.${body}.${'A'.repeat(86)}`])
    await expect(verify(altered)).rejects.toThrow()
  const keys = createLocalJWKSet(await keysAt(RECEIPT_KEYS))
  await expect(jwtVerify(receipt, keys, { ...expected(), audience: 'another' })).rejects.toThrow('"aud"')
})

test('a denial has none, nor has an allow that asked for none, nor what somebody asks about themselves', async () => {
  const { data } = await program().call(decide, question({ amount: -1 }), headers())
  expect(data).toMatchObject({ decision: 'deny', receipt: null })
  expect((await program().call(decide, question({ receipt: false }), headers())).data).toMatchObject({
    ...{ decision: 'allow', receipt: null },
  })
  const own = await someoneSignedIn(server)
  await anAssignment(server, own.person.id, matrix.application.id, matrix.client.id, 'Manager')
  const asked = { ...question(), applicationId: matrix.application.id }
  expect((await own.visitor.call(decideOwn, asked)).data).toMatchObject({ decision: 'allow', receipt: null })
  expect(await program().call(decide, question({ receipt: 'yes' }), headers())).toMatchObject({ status: 400 })
})

test('a batch and AuthZEN give the same receipts as single questions, each to those that ask', async () => {
  const claimsOf = (receipt: unknown) => {
    const { iat: _, jti: __, ...claims } = decodeJwt(String(receipt))
    return claims
  }
  const single = claimsOf(await receiptOf())
  const questions = [
    question(),
    question({ receipt: false }),
    question({ amount: -1 }),
    question({ document: 'CL-78' }),
  ]
  const { decisions } = (await program().call(decideAll, { questions }, headers())).data
  expect(decisions.map(({ receipt }) => receipt !== null)).toEqual([true, false, false, true])
  for (const one of [0, 3]) await verify(decisions[one]?.receipt as string)
  expect(claimsOf(decisions[0]?.receipt)).toEqual(single)
  const properties = { client: matrix.client.id, amount: 1000, region: 'IN-KL', created_by: null, document: 'CL-77' }
  const post = async (path: string, context: object) =>
    (
      await server.app.inject({
        ...{ method: 'POST', url: `/access/v1/${path}`, headers: { host: 'localhost:3000', ...headers() } },
        payload: {
          ...{ subject: { type: 'user', id: person }, action: { name: 'approval' }, context },
          ...{ resource: { type: 'page', id: 'Claims', properties } },
          ...(path === 'evaluations' && { evaluations: [{}] }),
        },
      })
    ).json()
  const { receipt } = (await post('evaluation', { receipt: true })).context
  await verify(receipt)
  expect(claimsOf(receipt)).toEqual(single)
  expect(claimsOf((await post('evaluations', { receipt: true })).evaluations[0].context.receipt)).toEqual(single)
  expect((await post('evaluation', {})).context.receipt).toBeNull()
})

test('is no hint of a sign-in, also for an application whose identity tokens are signed with the same key', async () => {
  const { visitor, person, application, client } = await someoneWithOidc(server)
  await changeApplication(server, application.id, { id_token_alg: 'ES256' })
  const own = await aMatrix(server, 'Claims', { application, client })
  await own.row('User')
  const asked = own.question({ person: person.id, receipt: true })
  const { receipt } = (await program().call(decide, asked, { authorization: application.authorization })).data
  const { reply } = await authorize(server, visitor, application, { id_token_hint: receipt as string })
  expect(reply.params.code).toBeUndefined()
  expect(reply.params.error).toBe('invalid_request')
})

test('a receipt is verified long after its key was retired, and tokens of that key are not', async () => {
  const receipt = await receiptOf()
  const { kid } = decodeProtectedHeader(receipt)
  const kidsAt = async (path: string) => (await keysAt(path)).keys.map((key) => key.kid)
  for (let rotations = 0; rotations < 3; rotations++) {
    await server.db.execute(sql`update signing_keys set created_at = created_at - interval '91 days'`)
    // A server that has just started has read no keys yet.
    await makeSigningKeys(server.db, server.keys.seal).published()
  }
  expect(await kidsAt(RECEIPT_KEYS)).toContain(kid)
  expect(new Set(await kidsAt(RECEIPT_KEYS)).size).toBe(4)
  await verify(receipt)
  const fresh = await makeSigningKeys(server.db, server.keys.seal).published()
  expect(fresh.map((key) => key.kid)).not.toContain(kid)
  for (const key of (await keysAt(RECEIPT_KEYS)).keys) expect(key).not.toHaveProperty('d')
})
