import type { Access } from './access.ts'

/** Applications and clients as the specified calls spell them (requirement W12). */
export function toApplicationData({ application }: Access) {
  return {
    _id: application.id,
    name: { description: application.name, applicationLogo: application.logo, summary: application.summary },
    applicationRedirectUrl: application.redirectUrl,
    applicationAllowedUrl: application.allowedUrl,
    applicationSecret: { applicationLogoutUri: application.logoutUri },
    status: application.status,
  }
}

export function toClientData({ client }: Access) {
  return { _id: client.id, actualName: client.actualName, displayName: client.displayName, uuid: client.uuid }
}
