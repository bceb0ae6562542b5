import { createContext } from 'react'

/** Whether a frame of the app already stands around what is drawn. */
export const InShell = createContext(false)
