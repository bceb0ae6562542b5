import { createPublicKey, type KeyObject } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { bytesOf } from '../../bytes-of.ts'
import type { Entry, TrailItem } from './trail.ts'

const FORMAT = 'gatehouse-audit-trail'

/** The first line of an exported trail; one item in each line follows. */
export type TrailFileHeader = { format: typeof FORMAT; version: 1; isPart: boolean; publicKey: string | null }

export const headerLine = (isPart: boolean, publicKey: KeyObject | null): string =>
  JSON.stringify({
    ...{ format: FORMAT, version: 1, isPart },
    publicKey: publicKey && publicKeyText(publicKey),
  } satisfies TrailFileHeader)

/** @throws Error with the number of the line that cannot be read */
export async function openTrailFile(
  file: string,
): Promise<{ header: TrailFileHeader; items: AsyncGenerator<TrailItem> }> {
  const lines = valuesOf(file)
  const { value } = await lines.next()
  const header = value?.value as TrailFileHeader | undefined
  if (header?.format !== FORMAT || header.version !== 1)
    throw new Error(`${file} is not an export of the audit in the format json.`)
  return { header, items: itemsOf(lines, file) }
}

async function* itemsOf(lines: ReturnType<typeof valuesOf>, file: string): AsyncGenerator<TrailItem> {
  for await (const { number, value } of lines) {
    if (!isItem(value)) throw new Error(`${file}, line ${number}: this is neither a seal nor a line of the audit.`)
    yield value
  }
}

const isItem = (value: unknown): value is TrailItem =>
  typeof value === 'object' && value !== null && ('seal' in value || isEntry(value as Partial<Entry>))

const isEntry = ({ leaf, line }: Partial<Entry>) =>
  leaf !== undefined && line !== undefined && (leaf !== null || line !== null)

async function* valuesOf(file: string): AsyncGenerator<{ number: number; value: unknown }> {
  for await (const { number, text } of linesOf(file)) {
    const value = parseLine(text)
    if (value === undefined) throw new Error(`${file}, line ${number}: this is not JSON.`)
    yield { number, value }
  }
}

/** Each line of a file that is not empty. */
export async function* linesOf(file: string): AsyncGenerator<{ number: number; text: string }> {
  let number = 0
  for await (const text of createInterface({
    input: Readable.from(bytesOf(file)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number++
    if (text !== '') yield { number, text }
  }
}

/** `undefined`: this is not JSON. */
export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An Ed25519 key as 32 bytes in base64url. */
export const publicKeyText = (key: KeyObject): string => key.export({ format: 'jwk' }).x as string

/** @throws Error when it is none */
export function readPublicKey(text: string): KeyObject {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch (cause) {
    throw new Error('The public key must be 32 bytes as base64url.', { cause })
  }
}
