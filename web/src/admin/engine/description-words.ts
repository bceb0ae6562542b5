import { PERMISSIONS, ROLE_DESCRIPTIONS } from '@gatehouse/contract/permissions.ts'

const BUILT_IN = new Map<string, string>([...Object.entries(PERMISSIONS), ...Object.entries(ROLE_DESCRIPTIONS)])

/** The description of a role or permission, translated if it is the built-in one. Words of an administrator stay. */
export function descriptionWords(name: string, description: string, t: (text: string) => string): string {
  return BUILT_IN.get(name) === description ? t(description) : description
}
