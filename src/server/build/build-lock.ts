import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

const lockName = '.build-lock'
const triedEveryMs = 200
const busyCode = 5

/**
 * Runs a build of this folder while no other process builds it. The lock is that of an empty SQLite database, which the
 * system releases when its process is killed.
 */
export async function withBuildLock<T>(folder: string, onWait: () => void, run: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, lockName), { timeout: 0 })
  try {
    for (let isWaiting = false; !isLocked(lock); isWaiting = true) {
      if (!isWaiting) onWait()
      // oxlint-disable-next-line no-await-in-loop -- until the other process has finished
      await delay(triedEveryMs)
    }
    return await run()
  } finally {
    lock.close()
  }
}

function isLocked(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode) return false
    throw error
  }
}

/** Empties the folder of a build, keeping the lock: a new file would not be locked. */
export async function emptyBuild(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== lockName)
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
