import { useState } from 'react'

const TINTS = ['primary', 'success', 'warning', 'info'] as const

type Props = { name: string; logo: string; position: number }

/** The logo, or the first letter of the name; neighbours get different tints. */
export function TileLogo({ name, logo, position }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  if (logo && !hasFailed) {
    return <img className="tile-logo" src={logo} alt="" onError={() => setHasFailed(true)} />
  }
  return (
    <span className={`tile-letter tile-letter-${TINTS[position % TINTS.length]}`} aria-hidden="true">
      {name.charAt(0).toUpperCase()}
    </span>
  )
}
