import { useTranslation } from 'react-i18next'

/** A choice of a conflict rule in words. */
export function ConflictChoice({ of, value }: { of: Record<string, string>; value: string }) {
  const { t } = useTranslation()
  return t(of[value] ?? value)
}
