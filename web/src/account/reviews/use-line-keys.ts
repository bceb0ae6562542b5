import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../ui/is-typing.ts'

type Keys = { onKeep: (index: number) => void; onRevoke: (index: number) => void; isOff: boolean }

const boxesIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>('tbody tr input[type=checkbox]') ?? []),
]

/** Moves the focus to the line at a place, or the last one. */
export function focusLine(list: HTMLElement | null, index: number): void {
  const boxes = boxesIn(list)
  boxes[Math.min(index, boxes.length - 1)]?.focus()
}

/** Keys of a list of lines: J and K's neighbours move, and a decision is about the line that has the focus. */
export function useLineKeys(list: RefObject<HTMLElement | null>, { onKeep, onRevoke, isOff }: Keys) {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { target, key, ctrlKey, metaKey, altKey } = event
      if (isOff || ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('dialog[open]')) return
      const boxes = boxesIn(list.current)
      const at = boxes.findIndex((box) => box.closest('tr')?.contains(document.activeElement))
      if (key === 'j') focusLine(list.current, at + 1)
      // K keeps only with Shift: alone it moves up, as J moves down.
      else if (key === 'k' && at > 0) boxes[at - 1]?.focus()
      else if (key === 'K' && at >= 0) onKeep(at)
      else if (key === 'R' && at >= 0) onRevoke(at)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [list, onKeep, onRevoke, isOff])
}
