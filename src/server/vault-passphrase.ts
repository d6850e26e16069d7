import { readFile } from 'node:fs/promises'
import type { Log } from '#platform/log.ts'

/** The first line of the file. If it is missing, an existing vault stays sealed. */
export async function vaultPassphrase(file: string | undefined, log: Log): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    log('no vault passphrase', { file, code })
    return ''
  })
  return text.split(/\r?\n/, 1)[0]
}
