import { useMedia } from './use-media.ts'

/** Whether the window is as narrow as the style sheets call a phone. */
export const useIsPhone = () => useMedia('(max-width: 599px)')
