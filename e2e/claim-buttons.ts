import { Approved, useApproval } from '@gatehouse/client/react.ts'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// A page of an application in React, which client-react.spec.ts serves.

function Reasons() {
  const { state, reasons, askAgain } = useApproval('/may/large')
  return createElement(
    'p',
    null,
    `${state}: ${reasons.join()}`,
    createElement('button', { type: 'button', onClick: askAgain }, 'Ask again'),
  )
}

const guarded = (claim: string) =>
  createElement(
    Approved,
    { from: `/may/${claim}`, otherwise: `Nothing to do for ${claim}`, waiting: '…', key: claim },
    createElement('button', { type: 'button' }, `Approve ${claim}`),
  )

createRoot(document.body).render([
  guarded('small'),
  guarded('large'),
  guarded('away'),
  createElement(Reasons, { key: 'reasons' }),
])
