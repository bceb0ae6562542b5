import { get } from 'react-hook-form'

/** A value of a form or of a record's history as a short text. */
export function textOf(values: Record<string, unknown>, path: string): string {
  return shortText(get(values, path))
}

export function shortText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shortText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
