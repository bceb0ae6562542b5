import { fieldsOf, isSecret, nameInFile } from './kind.ts'
import type { ConfigurationFile } from './read-file.ts'
import { KEEP, readSecret } from './secret-references.ts'

/** The secrets of a file by their references, or what is wrong with these. */
export type Secrets = ReadonlyMap<string, { secret: string } | { fault: Error }>

/** Reads the secrets of a file. Before the transaction, which would hold its locks for as long as a slow disk takes. */
export function secretsOf({ sections }: Pick<ConfigurationFile, 'sections'>, dataDir: string): Secrets {
  const secrets = new Map<string, { secret: string } | { fault: Error }>()
  for (const { kind, given } of [...sections.values()].flat())
    for (const field of fieldsOf(kind)) {
      const text = isSecret(kind, field) ? given[nameInFile(kind, field)] : undefined
      if (typeof text === 'string' && text !== KEEP && !secrets.has(text)) secrets.set(text, attempt(text, dataDir))
    }
  return secrets
}

/** @throws Error with a sentence, in which the secret never is */
export function secretIn(secrets: Secrets, text: string): string {
  const found = secrets.get(text)
  if (found === undefined) throw new Error('every secret of the file has been read')
  if ('fault' in found) throw found.fault
  return found.secret
}

function attempt(text: string, dataDir: string): { secret: string } | { fault: Error } {
  try {
    return { secret: readSecret(text, dataDir) }
  } catch (error) {
    return { fault: error as Error }
  }
}
