import pg from 'pg'

/**
 * One URL for each of several hosts, in their order: libpq's `host:port,host:port`, which the driver does not support.
 */
export function splitHosts(databaseUrl: string): string[] {
  const [, scheme = '', credentials = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/@]*@)?([^/?]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(',').map((host) => `${scheme}${credentials}${host}${rest}`)
}

/** The same URL with the name of another database. `URL` does not read every address that the driver reads. */
export const withDatabase = (databaseUrl: string, database: string): string =>
  databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${database}`)

/** Host and port, as the driver reads them; without credentials, database and parameters. */
export function addressOf(databaseUrl: string): string {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  return `${host}:${port}`
}

/** Whether the driver can read it. */
export function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false
  try {
    for (const connectionString of splitHosts(text)) new pg.Client({ connectionString })
    return true
  } catch {
    return false
  }
}
