import { createContext, useContext } from 'react'

/** The dialog that is open around a component: popups go into it, as whatever is outside a modal dialog is inert. */
export const PortalContainer = createContext<HTMLElement | null>(null)

/** For the `container` of a portal; outside of dialogs it is the page. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainer) ?? undefined
}
