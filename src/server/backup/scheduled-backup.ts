import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Problem } from '#contract/problem.ts'
import { repository } from '#server/build.ts'

type Settings = { folder: string; keep: number }

/** Runs the backup command in a child process, which releases its memory when it exits. */
export const backUpInto =
  ({ folder, keep }: Settings) =>
  async (signal: AbortSignal) => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
      throw failed(`The folder TRIPTYCH_BACKUP_DIR cannot be made: ${code}`)
    })
    const name = `triptych-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`
    const file = resolve(folder, name)
    await runCommand(file, signal)
    const { size } = await stat(file)
    await removeOld(folder, keep)
    return { file: name, bytes: size }
  }

/** No other file in the folder is ever removed. */
const finished = /^triptych-\d{8}T\d{6}Z\.backup$/
const unfinished = /^triptych-\d{8}T\d{6}Z\.backup\./
const dayMs = 24 * 60 * 60_000

/** Removes backups beyond the retention count and remains of interrupted ones. */
async function removeOld(folder: string, keep: number) {
  const names = await readdir(folder)
  const old = names
    .filter((name) => finished.test(name))
    .toSorted()
    .slice(0, -keep)
  for (const name of names.filter((one) => unfinished.test(one))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - dayMs) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
}

async function runCommand(file: string, signal: AbortSignal) {
  const child = spawn(process.execPath, [join(repository, 'src/server/backup.ts'), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  const ended = new Promise<number | null>((done, broken) => child.once('error', broken).once('close', done))
  const [said, code] = await Promise.all([text(child.stderr), ended])
  if (code !== 0) throw failed(said.trim().split('\n').at(-1) || `The backup ended with ${code}`)
}

const failed = (message: string) => new Problem('FAILED', message, { service: 'console' })
