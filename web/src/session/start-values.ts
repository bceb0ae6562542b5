/** The values that a form starts with, by the names of its fields: in place of those of `toForm`. */
export type StartValues = Readonly<Record<string, unknown>>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * For the form or dialog that the address opens. It stands in the history of this browser alone: an address from
     * elsewhere must not fill in a form.
     */
    start?: StartValues
  }
}
