import { useEffect, useState } from 'react'

/** As long as a person needs from one letter to the next. */
const DEBOUNCE_MS = 250

/** The value as it was when it last stood still for a moment. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
