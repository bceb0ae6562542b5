import * as z from 'zod/mini'
import { endpoint, type WhileActing } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** A multipart call: one picture in one field. Its `msg` is the path of the stored picture (requirement A18). */
export type Upload = {
  readonly path: `/api/${string}`
  readonly access: 'session' | Permission
  /** As of `Endpoint`. */
  readonly whileActing?: WhileActing
  /** One sentence for the API document. */
  readonly summary: string
  readonly field: string
  /** A stored picture is scaled down to fit into this, never enlarged. In pixels. */
  readonly fit: { width: number; height: number }
  /** What is said of a file that is too large, instead of the sizes of logos. */
  readonly tooLarge?: string
}

/** Larger files are refused (requirement C6). */
export const UPLOAD_MAX_BYTES = 1024 * 1024
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

export const uploadLogoImage = {
  path: '/api/client/uploadLogoImage',
  access: 'clients:write',
  summary: 'Stores a logo for a client; `msg` is its path.',
  field: 'logo',
  fit: { width: 405, height: 124 },
} as const satisfies Upload

export const uploadApplicationLogo = {
  path: '/api/application/uploadLogoImage',
  access: 'applications:write',
  summary: 'Stores a logo for an application; `msg` is its path.',
  field: 'logo',
  fit: { width: 405, height: 124 },
} as const satisfies Upload

const PORTRAIT_TOO_LARGE = 'This picture is too large. Choose one of at most 1 MB and 4 million pixels.'

/** The preview is 85 by 70; stored larger, for high-resolution screens. */
export const uploadProfileImage = {
  path: '/api/users/uploadProfileImage',
  access: 'session',
  whileActing: 'change',
  summary: "Stores one's own picture; `msg` is its path.",
  field: 'profile',
  fit: { width: 340, height: 280 },
  tooLarge: PORTRAIT_TOO_LARGE,
} as const satisfies Upload

/** A picture for any person's record: nothing changes before the record is saved. */
export const uploadUserPicture = {
  path: '/api/users/uploadUserPicture',
  access: 'users:write',
  summary:
    "Stores a picture for a person's record, which changes only when it is saved with the path; `msg` is its path.",
  field: 'profile',
  fit: uploadProfileImage.fit,
  tooLarge: PORTRAIT_TOO_LARGE,
} as const satisfies Upload

export const removeProfileImage = endpoint({
  method: 'POST',
  path: '/api/users/removeProfileImage',
  access: 'session',
  whileActing: 'change',
  summary: "Takes one's own picture away.",
  request: z.object({}),
  response: z.object({}),
})

export const UPLOADS: readonly Upload[] = [
  uploadLogoImage,
  uploadApplicationLogo,
  uploadProfileImage,
  uploadUserPicture,
]
