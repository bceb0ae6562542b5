type Details = { reason: string; event: Event }

/** Whether a popup would close because its button is pressed. The button closes it: closed here first, it would be opened again. */
export function isPressOf(button: Element | null, { reason, event }: Details): boolean {
  const left = reason === 'focus-out' && 'relatedTarget' in event && event.relatedTarget
  const pressed = reason === 'outside-press' && event.target
  return [left, pressed].some((one) => one instanceof Node && button?.contains(one))
}
