import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its private key, as PEM. */
export type Identity = { cert: string; key: string }

// As much of X.509 (RFC 5280 §4.1) and DER (ITU-T X.690) as the servers of tests need.
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const octets = (content: Buffer) => der(0x04, content)
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x18, Buffer.from(text))
const nameOf = (commonName: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))))
const extension = (id: string, content: Buffer) => sequence(oid(id), octets(content))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))

/** The certificate authority of one test. */
export function anAuthority(commonName = 'Test authority') {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))
  const issue = (subject: string, publicKey: KeyObject, extensions: Buffer, end = '21200101000000Z') => {
    const body = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ECDSA_SHA256,
      nameOf(commonName),
      sequence(time('20200101000000Z'), time(end)),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extensions)),
    )
    const whole = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, pair.privateKey)))
    const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
    return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  }
  return {
    cert: issue(commonName, pair.publicKey, isAuthority),
    /** Issues a certificate for a server by its name. */
    vouchFor: (host: string, endsAt?: Date): Identity => {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const names = extension('551d11', sequence(der(0x82, Buffer.from(host))))
      return {
        cert: issue(host, own.publicKey, names, endsAt && `${endsAt.toISOString().replace(/\D/g, '').slice(0, 14)}Z`),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      }
    },
  }
}
