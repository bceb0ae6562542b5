import type { AppError } from '../../errors.ts'

/** Why a record of a job was refused, in one line, with the message of each field if the failure names fields. */
export function failureWords({ message, data }: AppError): string {
  const fields = data?.fields
  if (typeof fields !== 'object' || fields === null) return message
  return Object.entries(fields)
    .map(([name, problem]) => `${name}: ${problem}`)
    .join('; ')
}
