import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '#server/build.ts'
import { exitCode, readSettings, type Settings } from '#server/settings.ts'

/** Invalid command line; nothing was changed. */
export class UsageError extends Error {}

/**
 * Runs a command with the server's settings. On failure it prints one line and exits with 2 (usage) or 1 (any other
 * error).
 */
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
