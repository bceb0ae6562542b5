import { useEffect, useState } from 'react'

/**
 * Takes a secret out of the address: `removeFromPath` is to replace the path by one without it, so that neither the
 * address bar nor the history holds it. This tab keeps it until `forget`, for a page that is loaded again.
 *
 * @param name of the page, under which the tab keeps it
 */
export function usePathSecret(name: string, inPath: string | undefined, removeFromPath: () => void) {
  const storedAs = `path-secret:${name}`
  const [secret] = useState(() => inPath ?? sessionStorage.getItem(storedAs) ?? '')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per secret
  useEffect(() => {
    if (!inPath) return
    sessionStorage.setItem(storedAs, inPath)
    removeFromPath()
  }, [inPath])

  return { secret, forget: () => sessionStorage.removeItem(storedAs) }
}
