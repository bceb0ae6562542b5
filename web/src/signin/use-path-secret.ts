import { useEffect, useState } from 'react'

/**
 * Takes a secret out of the address: `removeFromPath` is to replace the path by one without it. The secret is kept in
 * memory only, so that neither the address bar nor the history holds it.
 */
export function usePathSecret(inPath: string | undefined, removeFromPath: () => void): string {
  const [secret] = useState(inPath ?? '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per secret
  useEffect(() => {
    if (inPath) removeFromPath()
  }, [inPath])

  return secret
}
