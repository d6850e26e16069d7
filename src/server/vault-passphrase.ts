import { readFile } from 'node:fs/promises'
import type { Log } from '#platform/log.ts'

/** The first line of the file. One that is missing leaves the vault sealed, unless there is no vault yet. */
export async function vaultPassphrase(file: string | undefined, log: Log): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    log('no vault passphrase', { file, code })
    return ''
  })
  return text.split(/\r?\n/, 1)[0]
}
