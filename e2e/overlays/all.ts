import { ACCOUNT_OVERLAYS } from './account.ts'
import { APPROVAL_OVERLAYS } from './approvals.ts'
import { CONSOLE_OVERLAYS } from './console.ts'
import { FRAME_OVERLAYS } from './frame.ts'
import { LIST_OVERLAYS } from './lists.ts'
import type { Overlay } from './overlay.ts'
import { PEOPLE_OVERLAYS } from './people.ts'

/** EVERY DIALOG, MENU, LIST OF CHOICES AND NOTICE of the web app, by the part to which it belongs: a test compares them with the sources. */
export const OVERLAYS: [string, Overlay[]][] = [
  ['lists and applications', LIST_OVERLAYS],
  ['people', PEOPLE_OVERLAYS],
  ['approvals', APPROVAL_OVERLAYS],
  ['the rest of the console', CONSOLE_OVERLAYS],
  ['the account', ACCOUNT_OVERLAYS],
  ['the frame', FRAME_OVERLAYS],
]
