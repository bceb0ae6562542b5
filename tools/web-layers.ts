import type { Layer } from './layers.ts'

// How the web app calls the server.
const calls = [
  'web/src/api.ts',
  'web/src/api-error.ts',
  'web/src/attendance.ts',
  'web/src/download.ts',
  'web/src/handshake.ts',
  'web/src/jwe.ts',
  'web/src/load-part.ts',
  'web/src/read-chosen.ts',
  'web/src/upload.ts',
]
const webBase = ['web/src/i18n', 'contract/src']
const webBelow = ['web/src/session', 'web/src/ui', 'web/src/use-call.ts', 'web/src/sha256.ts', ...calls, ...webBase]

/** From top to bottom. */
export const WEB_LAYERS: Layer[] = [
  {
    parts: ['web/src/main.tsx', 'web/src/routes.tsx', 'web/src/routes'],
    mayImport: ['web/src', 'contract/src'],
  },
  {
    parts: ['web/src/signin', 'web/src/launcher', 'web/src/approvals', 'web/src/account', 'web/src/admin'],
    mayImport: [
      ...[
        'web/src/shell',
        'web/src/factors',
        'web/src/stand-ins',
        'web/src/reviews',
        'web/src/access-requests',
        'web/src/activity',
      ],
      ...webBelow,
    ],
  },
  { parts: ['web/src/shell'], mayImport: ['web/src/factors', ...webBelow] },
  {
    parts: ['web/src/factors', 'web/src/stand-ins', 'web/src/reviews', 'web/src/access-requests'],
    mayImport: webBelow,
  },
  { parts: ['web/src/activity'], mayImport: webBase },
  { parts: ['web/src/session'], mayImport: ['web/src/ui', ...calls, ...webBase] },
  { parts: ['web/src/use-call.ts'], mayImport: ['web/src/ui', ...calls, ...webBase] },
  { parts: ['web/src/ui'], mayImport: ['web/src/api-error.ts', 'web/src/load-part.ts', ...webBase] },
  { parts: calls, mayImport: [...calls, ...webBase] },
  { parts: ['web/src/sha256.ts'], mayImport: [] },
  { parts: ['web/src/i18n'], mayImport: ['web/src/load-part.ts', 'contract/src'] },
]
