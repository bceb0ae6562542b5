import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { freePort } from '../scripts/free-port.mjs'
import { isAlive, queryAt } from '../server/test/processes.ts'

const DEBIAN_POSTGRES = '/usr/lib/postgresql'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', DEBIAN_POSTGRES]
/** PostgreSQL does not run as root. */
const NOBODY = 65_534
/** A primary that does not renew its lock for this long is none any more. */
const TTL_SECONDS = 20
const READY_MAX_MS = 120_000

/** The first program that this machine lacks, or `undefined`. */
export const missingProgram = () => PROGRAMS.find((path) => !existsSync(path))

type Node = { name: string; rest: number; port: number; folder: string; patroni: ChildProcess }

/** Two PostgreSQL of Debian under Patroni with one etcd, and HAProxy before them, which leads to the primary. */
export class PatroniCluster {
  /** Of HAProxy. */
  readonly port: number
  private readonly ports: { etcd: number; peers: number }
  private readonly folder: string
  private readonly nodes: Node[] = []
  private readonly others: ChildProcess[] = []

  private constructor(port: number, ports: { etcd: number; peers: number }) {
    this.port = port
    this.ports = ports
    this.folder = mkdtempSync(join(tmpdir(), 'gatehouse-patroni-'))
    own(this.folder)
  }

  static async start(): Promise<PatroniCluster> {
    const ports = { etcd: await freePort(), peers: await freePort() }
    const cluster = new PatroniCluster(await freePort(), ports)
    await cluster.startEtcd()
    for (const name of ['one', 'two']) {
      const node = { name, rest: await freePort(), port: await freePort(), folder: cluster.makeFolder(name) }
      cluster.nodes.push({ ...node, patroni: cluster.startPatroni(node) })
      // The first one initialises the database, the second one copies it.
      await cluster.until(node.name, name === 'one' ? 'primary' : 'synchronous')
    }
    const file = join(cluster.folder, 'haproxy.cfg')
    writeFileSync(file, cluster.haproxy())
    cluster.others.push(cluster.run('/usr/sbin/haproxy', ['-f', file]))
    await cluster.untilLed()
    return cluster
  }

  /** Until it has looked at the nodes, HAProxy leads to both in turn. */
  private async untilLed() {
    const connection = { host: '127.0.0.1', port: this.port, user: 'gatehouse' }
    const statement = 'select pg_is_in_recovery() as "isStandby"'
    const ask = () => queryAt<{ isStandby: boolean }>(connection, statement).catch(() => [{ isStandby: true }])
    while ([await ask(), await ask()].flat().some(({ isStandby }) => isStandby)) await sleep(100)
  }

  /** @returns whether a node is what `role` says, by its Patroni: `primary`, `replica` or `synchronous` */
  async is(name: string, role: string): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.node(name).rest}/${role}`).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status === 200
  }

  async until(name: string, role: string) {
    const startedAt = performance.now()
    while (!(await this.is(name, role))) {
      if (performance.now() - startedAt > READY_MAX_MS) throw new Error(`${name} is not ${role}: ${this.log(name)}`)
      await sleep(100)
    }
  }

  /** As when its machine loses power. */
  async killNode(name: string) {
    const { folder, patroni } = this.node(name)
    const postmaster = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    patroni.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    while (isAlive(postmaster)) await sleep(20)
  }

  startNode(name: string) {
    const node = this.node(name)
    node.patroni = this.startPatroni(node)
  }

  async switchOver(leader: string, candidate: string) {
    const answer = await fetch(`http://127.0.0.1:${this.node(leader).rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader, candidate }),
    })
    if (answer.status !== 200) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
  }

  private etcd: ChildProcess | undefined

  async startEtcd() {
    const at = (port: number) => `http://127.0.0.1:${port}`
    this.etcd = this.run('/usr/bin/etcd', [
      ...['--name', 'etcd', '--data-dir', join(this.folder, 'etcd'), '--log-level', 'error'],
      ...['--listen-client-urls', at(this.ports.etcd), '--advertise-client-urls', at(this.ports.etcd)],
      ...['--listen-peer-urls', at(this.ports.peers), '--initial-advertise-peer-urls', at(this.ports.peers)],
      ...['--initial-cluster', `etcd=${at(this.ports.peers)}`],
    ])
    while ((await fetch(`${at(this.ports.etcd)}/health`).catch(() => null))?.status !== 200) await sleep(100)
  }

  killEtcd() {
    this.etcd?.kill('SIGKILL')
  }

  async stop() {
    for (const { patroni } of this.nodes) patroni.kill('SIGTERM')
    const postmasters = this.nodes.map(({ folder }) => join(folder, 'data/postmaster.pid'))
    const until = performance.now() + 30_000
    while (postmasters.some(existsSync) && performance.now() < until) await sleep(100)
    for (const child of [...this.nodes.map(({ patroni }) => patroni), ...this.others]) child.kill('SIGKILL')
    this.killEtcd()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private node(name: string): Node {
    const node = this.nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no node ${name}.`)
    return node
  }

  private makeFolder(name: string) {
    const folder = join(this.folder, name)
    mkdirSync(folder)
    own(folder)
    return folder
  }

  private startPatroni({ name, rest, port, folder }: Omit<Node, 'patroni'>): ChildProcess {
    const file = join(folder, 'patroni.yml')
    writeFileSync(file, stringify(this.patroni(name, rest, port, folder)))
    return this.run('/usr/bin/patroni', [file], join(folder, 'patroni.log'))
  }

  private patroni(name: string, rest: number, port: number, folder: string) {
    const bin = readdirSync(DEBIAN_POSTGRES).toSorted((a, b) => Number(b) - Number(a))[0] as string
    const trusted = [
      'local all all trust',
      'host all all 127.0.0.1/32 trust',
      'host replication all 127.0.0.1/32 trust',
    ]
    const times = { ttl: TTL_SECONDS, loop_wait: 5, retry_timeout: 5 }
    return {
      ...{ scope: 'gatehouse', name, etcd3: { hosts: `127.0.0.1:${this.ports.etcd}` } },
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      bootstrap: {
        dcs: { ...times, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        pg_hba: trusted,
      },
      postgresql: {
        ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, pgpass: join(folder, 'pgpass') },
        ...{ data_dir: join(folder, 'data'), bin_dir: join(DEBIAN_POSTGRES, bin, 'bin') },
        authentication: { superuser: { username: 'gatehouse' }, replication: { username: 'replicator' } },
        parameters: { unix_socket_directories: folder },
        pg_hba: trusted,
      },
    }
  }

  private haproxy(): string {
    const servers = this.nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`)
    return [
      'global\n  maxconn 200\ndefaults\n  mode tcp\n  timeout connect 2s\n  timeout client 30m\n  timeout server 30m\n  timeout check 2s',
      `listen primary\n  bind 127.0.0.1:${this.port}\n  option httpchk OPTIONS /primary\n  http-check expect status 200`,
      '  default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n')
  }

  private run(command: string, args: string[], log = join(this.folder, 'log')): ChildProcess {
    const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const child = spawn('/bin/sh', ['-c', `exec "$@" >> ${log} 2>&1`, 'sh', command, ...args], {
      ...{ ...ids, stdio: 'ignore', cwd: this.folder },
      env: { PATH: process.env.PATH, HOME: this.folder, LC_ALL: 'C.UTF-8' },
    })
    return child
  }

  private log(name: string): string {
    return readFileSync(join(this.node(name).folder, 'patroni.log'), 'utf8').slice(-3000)
  }
}

const own = (folder: string) => {
  if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY)
}
