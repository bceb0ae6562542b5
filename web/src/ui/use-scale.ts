import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** By how much something of that width is made smaller to stand in its place, which `place` is put on; never larger. */
export function useScale(widthPx: number): { place: RefObject<HTMLDivElement | null>; scale: number } {
  const place = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)

  useLayoutEffect(() => {
    const { current } = place
    if (!current) return
    const measure = () => setScale(Math.min(1, current.clientWidth / widthPx) || 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [widthPx])

  return { place, scale }
}
