import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import './button.css'
import { Spinner } from './Spinner.tsx'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: 'primary' | 'neutral' | 'danger' | 'quiet' | 'link'
  size?: 'medium' | 'large'
  /** Shows that work is under way. The button keeps its focus and does nothing when pressed again. */
  isBusy?: boolean
  /** Does nothing for now, and keeps its focus. */
  isIdle?: boolean
}

export function Button({ variant = 'primary', size = 'medium', type = 'button', ...rest }: Props) {
  const { isBusy = false, isIdle = false, onClick, className = '', children, ...attributes } = rest
  const isDisabled = isBusy || isIdle

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isDisabled) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...attributes}
      type={type}
      className={`button button-${variant} button-${size} ${className}`}
      aria-disabled={isDisabled || undefined}
      onClick={handleClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
