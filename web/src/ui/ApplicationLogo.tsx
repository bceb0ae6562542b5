import { useState } from 'react'
import './application-logo.css'

const TINTS = ['primary', 'success', 'warning', 'info'] as const

type Props = {
  name: string
  logo: string
  /** Among its neighbours, which get different tints. */
  position?: number
}

/** The logo of an application, or the first letter of its name. */
export function ApplicationLogo({ name, logo, position = 0 }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  if (logo && !hasFailed) {
    return <img className="application-logo" src={logo} alt="" onError={() => setHasFailed(true)} />
  }
  return (
    <span className={`application-letter application-letter-${TINTS[position % TINTS.length]}`} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  )
}
