import { useMedia } from './use-media.ts'

/** Whether the window is as narrow as the style sheets call a phone. Paper is none: it has room for all columns. */
export const useIsPhone = () => useMedia('screen and (max-width: 599px)')

/** Whether a table with more than a few columns is wider than the window: on phones, and on tablets held upright. */
export const useIsNarrow = () => useMedia('screen and (max-width: 899px)')
