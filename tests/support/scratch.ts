// Where the tests of a run keep their databases.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const memory = '/dev/shm'
const neededBytes = 6 * 1024 ** 3

/**
 * A new folder in memory where the system has room there, and elsewhere one among its temporary files: each commit of a
 * database waits for the disk, which took as long as the tests themselves. Whoever gets it removes it.
 */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join((await hasRoom()) ? memory : tmpdir(), 'triptych-tests-'))
  if (await isUsable(folder)) return folder
  await rm(folder, { recursive: true })
  return mkdtemp(join(tmpdir(), 'triptych-tests-'))
}

async function hasRoom(): Promise<boolean> {
  if (process.env.TMPDIR !== undefined) return false // somebody has chosen another place
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= neededBytes
}

/** Tests run programs there, and PostgreSQL does so as another user. */
async function isUsable(folder: string): Promise<boolean> {
  await chmod(folder, 0o711)
  const probe = join(folder, 'probe')
  await writeFile(probe, '#!/bin/sh\n', { mode: 0o755 })
  const runs = promisify(execFile)(probe).then(
    () => true,
    () => false,
  )
  return (await runs) || !folder.startsWith(memory)
}
