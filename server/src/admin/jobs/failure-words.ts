import type { AppError } from '../../errors.ts'

/** Why a record of a job was refused, in one line: what is wrong with each field, where the failure names fields. */
export function failureWords({ message, data }: AppError): string {
  const fields = data?.fields
  if (typeof fields !== 'object' || fields === null) return message
  return Object.entries(fields)
    .map(([name, problem]) => `${name}: ${problem}`)
    .join('; ')
}
