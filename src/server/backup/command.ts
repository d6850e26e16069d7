import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '#server/build.ts'
import { exitCode, readSettings, type Settings } from '#server/settings.ts'

/** What was typed makes no sense: nothing was done. */
export class UsageError extends Error {}

/** Runs with the settings of the server and ends with one line where it fails: 2 for what was typed, 1 for the rest. */
export async function command(run: (settings: Settings, args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await run(settingsOrUsage(), process.argv.slice(2))
  } catch (error) {
    const { message, errors } = error as AggregateError
    process.stderr.write(`${(message || String(errors?.[0])).replaceAll('\n', ' ')}\n`)
    process.exitCode = error instanceof UsageError ? exitCode.badSetting : exitCode.failed
  }
}

function settingsOrUsage(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

export async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string }
  return version
}
