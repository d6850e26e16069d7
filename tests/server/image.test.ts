import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { isInstalled } from '../crypto/x509/tools.ts'
import { commandOf, copyOf, environmentOf, last, readStages, type Stage, walk } from '../support/dockerfile.ts'
import { noNginx } from '../support/nginx.ts'
import { freePort } from '../support/ports.ts'
import { startTlsProxy } from '../support/tls-proxy.ts'

const run = promisify(execFile)
const deploy = '.github/deploy'
const name = 'console.example.com'
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let stages: Stage[]
let final: Stage
beforeAll(async () => {
  stages = await readStages(join(deploy, 'Dockerfile'))
  final = stages.at(-1) ?? { name: '', steps: [] }
})

describe('the image', () => {
  test('has a pinned base, runs as nobody special, and asks for its health without further tools', async () => {
    const text = await readFile(join(deploy, 'Dockerfile'), 'utf8')
    expect(text.match(/^FROM .*$/gm)).toEqual([
      'FROM node:24-slim AS build',
      'FROM node:24-slim AS production',
      'FROM node:24-slim',
    ])
    expect(last(final, 'USER')).toBe('node')
    expect(
      final.steps.findLastIndex(({ instruction }) => instruction === 'COPY' || instruction === 'RUN'),
    ).toBeLessThan(final.steps.findIndex(({ instruction }) => instruction === 'USER'))
    expect(commandOf(last(final, 'HEALTHCHECK'))).toEqual(['node', 'healthcheck.js'])
    expect(text).not.toMatch(/curl|wget|apt-get/)
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
    expect(scripts.start).toContain(commandOf(last(final, 'CMD')).join(' '))
  })

  test('takes nothing from the checkout that is not there, or that its ignore file keeps out', async () => {
    const ignored = (await readFile(join(deploy, 'Dockerfile.dockerignore'), 'utf8')).trim().split('\n')
    expect(ignored[0]).toBe('*')
    for (const { text } of stages.flatMap(({ steps }) => steps).filter(({ instruction }) => instruction === 'COPY')) {
      const { from, sources } = copyOf(text)
      for (const source of from ? [] : sources) {
        expect((await stat(source)).mode, source).toBeTruthy()
        expect(ignored).toContain(`!${source}`)
      }
    }
  })
})

describe('a container of it', () => {
  let folder: string
  let port: number
  let services: number
  let stop: () => Promise<number | null>
  let environment: Record<string, string>

  beforeAll(async () => {
    await buildIfStale()
    folder = await mkdtemp(join(tmpdir(), 'triptych-image-'))
    await chmod(folder, 0o755)
    const modules = join(folder, 'modules')
    await symlink(resolve('node_modules'), modules)
    // The stages before it take minutes: what they yield is here already (tests/server/image.deep.ts runs them).
    const instead = { '/app/node_modules': modules, '/app/dist': resolve('dist') }
    const app = await walk(final, { folderOf: (stage) => join(folder, stage), checkout: resolve('.'), instead })
    await run('chmod', ['-R', 'a-w', app])
    const data = join(folder, 'data')
    await mkdir(data)
    if (nobody.uid !== undefined) await chown(data, nobody.uid, nobody.gid)
    ;[port, services] = [await freePort(), await freePort()]
    environment = {
      ...environmentOf(final),
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      TRIPTYCH_DATA_DIR: data,
      TRIPTYCH_PORT: String(port),
      TRIPTYCH_SERVICES_PORT: String(services),
      TRIPTYCH_KEYS_PORT: '0',
      TRIPTYCH_SEED: 'empty',
      TRIPTYCH_PUBLIC_URL: `https://${name}`,
      TRIPTYCH_STATUS_URL: `http://${name}`,
      TRIPTYCH_TRUSTED_PROXIES: '127.0.0.1',
      TRIPTYCH_DRAIN_SECONDS: '0',
    }
    const [program = '', ...args] = commandOf(last(final, 'CMD'))
    const child = spawn(program, args, { cwd: app, env: environment, ...nobody, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const ended = new Promise<number | null>((ends) => child.once('close', ends))
    const ready = new Promise<void>((starts, fails) => {
      const read = (text: Buffer) => {
        output += text.toString()
        if (/^READY /m.test(output)) starts()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      void ended.then((code) => fails(new Error(`It ended with ${code}:\n${output}`)))
    })
    stop = () => {
      child.kill('SIGTERM')
      return ended
    }
    await ready
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const healthcheck = (more: Record<string, string> = {}) => {
    const [program = '', ...args] = commandOf(last(final, 'HEALTHCHECK'))
    return run(program, args, { cwd: join(folder, 'final'), env: { ...environment, ...more } }).then(
      () => 'healthy',
      ({ code }: { code: number }) => `exit ${code}`,
    )
  }

  test('starts as another user than root from files that nobody can write, and is healthy', async () => {
    expect(await healthcheck()).toBe('healthy')
    expect(await healthcheck({ TRIPTYCH_PORT: String(await freePort()) })).toBe('exit 1')
    expect((await stat(join(folder, 'data/master.key'))).uid).toBe(nobody.uid ?? process.getuid?.())
  })

  test.skipIf(noNginx ?? !isInstalled('curl'))('is served by the nginx of the example, over TLS', async () => {
    const proxy = await startTlsProxy({ folder, name, console: `127.0.0.1:${port}` })
    try {
      const ask = (address: string, ...more: string[]) =>
        execFileSync('curl', ['-s', '-i', '--cacert', proxy.ca, ...proxy.resolve, ...more, address], {
          encoding: 'utf8',
        })
      expect(ask(`${proxy.https}/readyz`)).toMatch(/^HTTP\/1.1 200 [^]*"status":"ready"/)
      expect(ask(`${proxy.https}/`, '-H', 'Accept: text/html')).toMatch(/strict-transport-security[^]*<!doctype html>/i)
      expect(ask(`${proxy.https}/identity/.well-known/oauth-authorization-server`)).toContain(
        `"issuer":"https://${name}/identity"`,
      )
      expect(ask(`${proxy.http}/identity/`)).toMatch(/^HTTP\/1.1 301 /)
      expect(ask(`${proxy.http}/pki/crl/${'0'.repeat(64)}.crl`)).toMatch(/^HTTP\/1.1 404 /)
      expect(ask(`${proxy.http}/pki/ocsp/MAA//+8=`)).toMatch(/^HTTP\/1.1 200 [^]*application\/ocsp-response/)
      for (const path of ['/lab', '/identity/lab', '/api/1.4/desktop/discover']) {
        expect(ask(proxy.https + path)).toMatch(/^HTTP\/1.1 404 /)
      }
    } finally {
      await proxy.stop()
    }
  })

  test('ends when it is told to', async () => {
    expect(await stop()).toBe(0)
    expect(await healthcheck()).toBe('exit 1')
  })
})

test('variables that Kubernetes makes of services do not stand in for settings', async () => {
  const manifests = await readFile(join(deploy, 'kubernetes/triptych.yaml'), 'utf8')
  const pods = manifests.match(/^ {2}template:$/gm) ?? []
  expect(manifests.match(/^ {6}enableServiceLinks: false$/gm)).toHaveLength(pods.length)
})

test('every variable that the examples set is a setting', async () => {
  const settings = await readFile('src/server/settings.ts', 'utf8')
  const examples = ['Dockerfile', 'compose.yaml', 'triptych.service', 'kubernetes/triptych.yaml', 'healthcheck.js']
  for (const example of examples) {
    const text = await readFile(join(deploy, example), 'utf8')
    for (const [name] of text.matchAll(/TRIPTYCH_[A-Z_]*[A-Z]/g)) expect(settings, example).toContain(`${name}:`)
  }
})

test('the further examples are what their programs accept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-deploy-'))
  await cp(deploy, folder, { recursive: true })
  if (isInstalled('systemd-analyze')) {
    const unit = join(folder, 'triptych.service')
    const analyzed = await run('systemd-analyze', ['security', '--offline=true', unit])
    const [, exposure = '10'] = /exposure level for triptych.service: ([\d.]+)/.exec(analyzed.stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  }
  await rm(folder, { recursive: true, force: true })
})
