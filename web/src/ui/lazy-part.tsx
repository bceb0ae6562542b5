import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react'
import { loadPart } from '../load-part.ts'
import { PartFailure } from './PartFailure.tsx'
import { Spinner } from './Spinner.tsx'

type State<Props> = { Part: ComponentType<Props> } | { error: unknown } | null

type Options<Props> = {
  /** Instead of the part while it is loaded. */
  pending?: ReactNode
  /** Around the message that it could not be loaded: a dialog in the place of a dialog. */
  Frame?: ComponentType<Props & { children: ReactNode }>
}

/**
 * A part of a screen that is loaded when it is first shown. Unlike React's own `lazy`, a failure stands in the place of
 * the part and can be tried again: what was typed around it stays.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { pending = <Spinner />, Frame }: Options<Props> = {},
): FunctionComponent<Props> {
  let loaded: State<Props> = null

  return function LazyPart(props: Props) {
    const [state, setState] = useState<State<Props>>(loaded)
    const [attempt, setAttempt] = useState(0)

    // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
    useEffect(() => {
      if (loaded !== null) return
      let isGone = false
      loadPart(load).then(
        (file) => {
          loaded = { Part: file[name] }
          if (!isGone) setState(loaded)
        },
        (error: unknown) => {
          if (!isGone) setState({ error })
        },
      )
      return () => {
        isGone = true
      }
    }, [attempt])

    function handleRetry() {
      setState(null)
      setAttempt(attempt + 1)
    }

    if (state === null) return pending
    if ('Part' in state) return <state.Part {...props} />
    const failure = <PartFailure error={state.error} onRetry={handleRetry} />
    return Frame ? <Frame {...props}>{failure}</Frame> : failure
  }
}
