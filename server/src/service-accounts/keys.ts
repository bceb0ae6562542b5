import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { SERVICE_KEY_PREFIX } from '@gatehouse/contract/service-accounts.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits in base 62. */
const SECRET_LENGTH = 43
/** 32 bits in base 62. */
const CHECKSUM_LENGTH = 6
/** The prefix and four characters of the secret: enough to recognise a key, and no help to guess the rest. */
const SHOWN_LENGTH = SERVICE_KEY_PREFIX.length + 4

const FORM = new RegExp(`^${SERVICE_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key: the prefix, 256 random bits, and their checksum. Letters and digits only, so that one click selects it. */
export function newServiceKey(): string {
  const secret = inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  return `${SERVICE_KEY_PREFIX}${secret}${checksumOf(secret)}`
}

/** Whether a text may be a key. Scanners of source code decide it in the same way; typing errors need no look-up. */
export function isServiceKey(text: string): boolean {
  return FORM.test(text) && text.endsWith(checksumOf(text.slice(SERVICE_KEY_PREFIX.length, -CHECKSUM_LENGTH)))
}

/** The part of a key that the console shows. */
export const shownOf = (key: string): string => key.slice(0, SHOWN_LENGTH)

const checksumOf = (secret: string) => inDigits(BigInt(crc32(secret)), CHECKSUM_LENGTH)

function inDigits(value: bigint, length: number): string {
  const base = BigInt(DIGITS.length)
  let text = ''
  for (let rest = value; text.length < length; rest /= base) text = DIGITS[Number(rest % base)] + text
  return text
}
