import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import './button.css'
import { Spinner } from './Spinner.tsx'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: 'primary' | 'neutral' | 'danger' | 'quiet' | 'link'
  size?: 'medium' | 'large'
  /** Shows that work is under way. The button keeps its focus and does nothing when pressed again. */
  isBusy?: boolean
}

export function Button({ variant = 'primary', size = 'medium', isBusy = false, type = 'button', ...rest }: Props) {
  const { onClick, className = '', children, ...attributes } = rest

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...attributes}
      type={type}
      className={`button button-${variant} button-${size} ${className}`}
      aria-disabled={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
