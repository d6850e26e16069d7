// The product as an operator starts it: its own process, its own ports, its own data folder.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const usuallyReadyWithinMs = 90_000
const stopsWithinMs = 30_000
/** What each of a hundred starts is spared: a third of its work, and what a guess at a password costs (tested once). */
export const ofProducts = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/compiled'),
  NODE_OPTIONS: `--import=${new URL('little-work.ts', import.meta.url).href}`,
}

/** The addresses of the READY line; `ca` is the path of the certificate that signs the key service's. */
export type Ready = Record<'console' | 'desktop' | 'mdm' | 'keys' | 'identity' | 'lab' | 'ca', string>

export async function startServer(
  settings: Record<`TRIPTYCH_${string}`, string> = {},
  readyWithinMs = usuallyReadyWithinMs,
) {
  const ownFolder = await mkdtemp(join(tmpdir(), 'triptych-'))
  const password = settings.TRIPTYCH_DEMO_PASSWORD ?? randomBytes(12).toString('base64url')
  const child = spawn(process.execPath, ['--max-http-header-size=65536', 'src/server.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environmentOfAnOperator(),
      ...ofProducts,
      TRIPTYCH_PORT: '0',
      TRIPTYCH_SERVICES_PORT: '0',
      TRIPTYCH_KEYS_PORT: '0',
      TRIPTYCH_DATA_DIR: ownFolder,
      TRIPTYCH_SEED: 'demo',
      TRIPTYCH_DRAIN_SECONDS: '0', // with a public address it would wait for load balancers
      TRIPTYCH_DEMO_PASSWORD: password,
      // Without demo data there are no demo accounts either: `admin` is made, unless a test sets it to ''.
      ...(settings.TRIPTYCH_SEED === 'empty' && { TRIPTYCH_FIRST_ADMIN: `admin:${password}` }),
      ...settings,
    },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)

  let [stdout, stderr] = ['', '']
  const addresses = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    const [, json] = /^READY (.+)\n/m.exec(stdout) ?? []
    if (json) addresses.resolve(json)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(`it ended with ${code ?? signal}`))
  })

  const late = (ms: number, what: string) => delay(ms, `${what} after ${ms / 1000} s`, { ref: false })
  const leaveNothing = async () => {
    kill()
    process.off('exit', kill)
    await rm(ownFolder, { recursive: true, force: true })
  }
  const failed = async (what: string, why: string) => {
    await leaveNothing()
    return new Error(`The server did not ${what}: ${why}\n--- stdout\n${stdout}\n--- stderr\n${stderr}`)
  }

  const ready = addresses.promise.then((json) => ({ addresses: JSON.parse(json) as Ready }))
  const start = await Promise.race([ready, ended, late(readyWithinMs, 'no READY line')])
  if (typeof start === 'string') throw await failed('start', start)

  return {
    ready: start.addresses,
    password,
    /** Its data folder. */
    folder: ownFolder,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    /** Ends it without warning, as a crash does. */
    kill: async () => {
      kill()
      await ended
      await leaveNothing()
    },
    stop: async () => {
      child.kill('SIGTERM')
      const end = await Promise.race([ended, late(stopsWithinMs, 'still running')])
      if (end !== 'it ended with 0') throw await failed('stop cleanly', end)
      await leaveNothing()
    },
  }
}

/** Neither a test runner's variables nor a developer's own settings may reach the server under test. */
const environmentOfAnOperator = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TRIPTYCH_|VITEST|NODE_|TEST$)/.test(name)))
