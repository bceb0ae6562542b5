import { environmentValue } from '../config.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { isOwnFile } from './own-files.ts'
import { readOrdinaryFile } from './read-ordinary-file.ts'

/** In place of a secret that is to stay as it is. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own notation
export const KEEP = '${keep}'

const REFERENCE = /^\$\{(env|file):([^}]+)\}$/
const MAX_LENGTH = 1000

/** A secret by reference. `dataDir`: the portal's data folder, which has none for others. @throws Error with a sentence, in which the secret never is */
export function readSecret(text: string, dataDir: string): string {
  if (text === '') return ''
  const [, kind, name = ''] = REFERENCE.exec(text) ?? []
  if (kind === undefined) throw new Error(RULE)
  const secret = kind === 'env' ? environmentValue(name) : readFile(name, dataDir)
  if (secret === '') throw new Error(kind === 'env' ? `${name} is not set.` : `${name} is empty.`)
  if (secret.length > MAX_LENGTH) throw new Error(`${name} is longer than ${MAX_LENGTH} characters.`)
  return secret
}

const RULE =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own notation
  'Secrets are not written in this file. Write ${env:NAME}, ${file:/path} or ${keep}, or "" for none.'

function readFile(path: string, dataDir: string): string {
  if (!path.startsWith('/')) throw new Error(`${path} must be a whole path, which begins with /.`)
  if (isOwnFile(path, dataDir))
    throw new Error(`${path} is a file of the portal or the system itself, and no secret for others.`)
  const text = decodeUtf8(readOrdinaryFile(path))
  if (text === null) throw new Error(`${path} is not UTF-8.`)
  return text.replace(/\r?\n$/, '')
}
