import type { Layer } from './layers.ts'

const serverBase = [
  'server/src/config.ts',
  'server/src/confined-pool.ts',
  'server/src/confined-process.ts',
  'server/src/config-secrets.ts',
  'server/src/database-url.ts',
  'server/src/errors.ts',
  'server/src/deps.ts',
  'server/src/in-turns.ts',
  'server/src/places.ts',
  'server/src/rounds.ts',
  'server/src/signals.ts',
  'contract/src',
]
const platform = ['server/src/http', 'server/src/db', 'server/src/crypto']
const below = [
  'server/src/archive',
  'server/src/backup',
  'server/src/keyring',
  'server/src/counting',
  'server/src/factors',
  'server/src/identity',
  'server/src/sessions',
  'server/src/service-accounts',
  'server/src/access',
  'server/src/approvals',
  'server/src/decisions',
  'server/src/pages',
  'server/src/notifications',
  'server/src/webhooks',
  'server/src/partner',
  'server/src/outbound',
  'server/src/outbox',
  'server/src/audit',
  ...platform,
  ...serverBase,
]
const store = ['server/src/audit', 'server/src/db', 'server/src/crypto', ...serverBase]

/** From top to bottom. */
export const SERVER_LAYERS: Layer[] = [
  {
    parts: [
      'server/src/main.ts',
      'server/src/start.ts',
      'server/src/start-on.ts',
      'server/src/app.ts',
      'server/src/make-deps.ts',
    ],
    mayImport: ['server/src', 'contract/src'],
  },
  {
    // These have routes, and never import each other.
    parts: [
      'server/src/account',
      'server/src/signin',
      'server/src/launch',
      'server/src/oidc',
      'server/src/admin',
      'server/src/setup',
      'server/src/demo',
      'server/src/sessions/routes.ts',
      'server/src/factors/routes.ts',
      'server/src/decisions/routes.ts',
      'server/src/decisions/authzen-routes.ts',
      'server/src/pages/routes.ts',
    ],
    mayImport: below,
  },
  // The command looks at every part of an installation; no part knows it.
  {
    parts: ['server/src/cli'],
    mayImport: [
      'server/src/setup',
      'server/src/admin/security',
      'server/src/metrics',
      'server/src/telemetry',
      'server/src/config-telemetry.ts',
      'server/src/configuration',
      'server/src/config-key.ts',
      'server/src/config-secrets.ts',
      ...below,
    ],
  },
  {
    parts: ['server/src/configuration'],
    mayImport: ['server/src/admin', 'server/src/setup', ...below],
  },
  {
    parts: ['server/src/sessions'],
    mayImport: ['server/src/identity', 'server/src/access', 'server/src/outbox', 'server/src/http', ...store],
  },
  {
    parts: ['server/src/factors'],
    mayImport: [
      ...['server/src/counting', 'server/src/identity', 'server/src/sessions', 'server/src/notifications'],
      ...['server/src/http', ...store],
    ],
  },
  {
    parts: ['server/src/service-accounts'],
    mayImport: ['server/src/counting', 'server/src/identity', 'server/src/notifications', 'server/src/http', ...store],
  },
  { parts: ['server/src/metrics'], mayImport: below },
  { parts: ['server/src/telemetry'], mayImport: ['server/src/config-telemetry.ts', ...serverBase] },
  { parts: ['server/src/counting'], mayImport: ['server/src/identity', ...store] },
  { parts: ['server/src/identity'], mayImport: ['server/src/outbound', ...store] },
  {
    parts: ['server/src/access'],
    mayImport: ['server/src/identity/sign-in-demand.ts', 'server/src/outbound', 'server/src/outbox', ...store],
  },
  { parts: ['server/src/approvals'], mayImport: ['contract/src'] },
  {
    parts: ['server/src/decisions'],
    mayImport: [
      ...['server/src/access', 'server/src/approvals', 'server/src/keyring', 'server/src/http/parse-input.ts'],
      ...store,
    ],
  },
  {
    parts: ['server/src/pages'],
    mayImport: ['server/src/access', 'server/src/identity/name-problem.ts', 'server/src/notifications', ...store],
  },
  { parts: ['server/src/notifications'], mayImport: ['server/src/outbound', 'server/src/outbox', ...store] },
  { parts: ['server/src/partner'], mayImport: ['server/src/outbound', 'server/src/outbox', ...store] },
  { parts: ['server/src/webhooks'], mayImport: ['server/src/outbound', 'server/src/outbox', ...store] },
  { parts: ['server/src/outbound'], mayImport: ['server/src/outbox/types.ts', ...serverBase] },
  { parts: ['server/src/outbox'], mayImport: ['server/src/db', 'server/src/crypto', ...serverBase] },
  { parts: ['server/src/backup'], mayImport: store },
  { parts: ['server/src/archive'], mayImport: ['server/src/backup', ...store] },
  { parts: ['server/src/keyring'], mayImport: store },
  {
    parts: ['server/src/audit'],
    mayImport: [
      'server/src/outbound',
      'server/src/outbox/insert-rows.ts',
      'server/src/db',
      'server/src/crypto',
      ...serverBase,
    ],
  },
  // The edge is given its callers and knows no tables. The database handle is for /readyz.
  {
    parts: ['server/src/http'],
    mayImport: [
      'server/src/identity/actor.ts',
      'server/src/identity/name-problem.ts',
      'server/src/crypto',
      'server/src/db/database.ts',
      'server/src/db/faults.ts',
      'server/src/db/within.ts',
      ...serverBase,
    ],
  },
  {
    parts: ['server/src/db'],
    mayImport: [
      'server/src/crypto',
      'server/src/config.ts',
      'server/src/database-url.ts',
      'server/src/places.ts',
      'server/src/signals.ts',
      'contract/src',
    ],
  },
  { parts: ['server/src/crypto'], mayImport: ['server/src/config.ts'] },
  {
    parts: ['server/src/deps.ts'],
    mayImport: [
      'server/src/access/key-sets.ts',
      'server/src/decisions/log/decision-log.ts',
      'server/src/decisions/matrices.ts',
      'server/src/decisions/subjects.ts',
      'server/src/http/pictures/pictures.ts',
      'server/src/keyring/signing-keys.ts',
      'server/src/notifications',
      'server/src/outbox',
      'server/src/db/database.ts',
      'server/src/crypto',
      'server/src/config.ts',
    ],
  },
  {
    parts: [
      'server/src/config.ts',
      'server/src/config-audit-stream.ts',
      'server/src/config-rules.ts',
      'server/src/config-telemetry.ts',
      'server/src/config-values.ts',
    ],
    mayImport: [
      'server/src/config-audit-stream.ts',
      'server/src/config-key.ts',
      'server/src/config-rules.ts',
      'server/src/config-secrets.ts',
      'server/src/config-telemetry.ts',
      'server/src/config-values.ts',
      'server/src/database-url.ts',
      'contract/src',
    ],
  },
  {
    parts: [
      'server/src/config-key.ts',
      'server/src/config-secrets.ts',
      'server/src/database-url.ts',
      'server/src/drain.ts',
    ],
    mayImport: [],
  },
  {
    parts: ['server/src/confined-pool.ts'],
    mayImport: ['server/src/confined-process.ts', 'server/src/errors.ts'],
  },
  { parts: ['server/src/errors.ts'], mayImport: ['contract/src'] },
  { parts: ['server/src/log-redaction.ts'], mayImport: [] },
  { parts: ['server/src/log.ts'], mayImport: ['server/src/log-redaction.ts', 'server/src/signals.ts'] },
  {
    parts: [
      'server/src/confined-process.ts',
      'server/src/in-turns.ts',
      'server/src/places.ts',
      'server/src/rounds.ts',
      'server/src/signals.ts',
    ],
    mayImport: [],
  },
]
