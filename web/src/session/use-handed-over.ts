import { type HistoryState, useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address to verify, or to sign in with. */
    email?: string
    /** When another code may be asked for, in milliseconds since 1970: a reload must not begin the wait again. */
    resendAt?: number
    /** Why the person is here, in English. */
    notice?: string
  }
}

/** What the screen before handed to this one without writing it into the address. */
export function useHandedOver(): HistoryState {
  return useLocation({ select: (location) => location.state })
}
