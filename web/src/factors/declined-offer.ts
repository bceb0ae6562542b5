const storedAs = (userId: string) => `passkey-offer:${userId}`

/** Whether this person has declined the offer of a passkey in this browser. */
export function hasDeclined(userId: string): boolean {
  try {
    return localStorage.getItem(storedAs(userId)) !== null
  } catch {
    return false
  }
}

export function noteDeclined(userId: string): void {
  try {
    localStorage.setItem(storedAs(userId), 'declined')
  } catch {
    // A browser that stores nothing asks again.
  }
}
