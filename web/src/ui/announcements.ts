/** How work ended that was left before its end; `text` is translated. */
type Announcement = { text: string; isFailure: boolean }

let show: ((one: Announcement) => void) | null = null
const waiting: Announcement[] = []

/** Shows it beside the page; where the page has no place for it, on the next one that has. */
export function announce(one: Announcement): void {
  if (show) show(one)
  else waiting.push(one)
}

/** The page has a place for announcements until the returned function is called. */
export function showAnnouncements(by: (one: Announcement) => void): () => void {
  show = by
  for (const one of waiting.splice(0)) by(one)
  return () => {
    if (show === by) show = null
  }
}
