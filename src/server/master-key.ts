import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { sealFor } from '#platform/seal.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import type { Settings } from './settings.ts'

const known = 'triptych'

/** Default: a file in the data folder. */
export const masterKeyPath = ({ masterKeyFile, dataFolder }: Pick<Settings, 'masterKeyFile' | 'dataFolder'>): string =>
  masterKeyFile ?? join(dataFolder, 'master.key')

/**
 * The key that seals all secrets at rest: 32 bytes as 64 hexadecimal digits, in a file readable by its owner only.
 * Created on the first run. A database sealed with a different key is rejected and never reinitialized.
 */
export async function openMasterKey(file: string, database: Kysely<ProxyTables>): Promise<Buffer> {
  const sealed = async () => (await database.selectFrom('proxy_master_key').select('sealed').executeTakeFirst())?.sealed
  const text = (await keyIn(file)) ?? ((await sealed()) ? await keyIn(file) : await createKey(file))
  if (text === undefined) throw new Error(`The master key ${file} is missing, but the database was sealed with it`)
  const digits = text.trim()
  if (!/^[0-9a-f]{64}$/i.test(digits)) throw new Error(`The master key ${file} must hold 64 hexadecimal digits`)
  const key = Buffer.from(digits, 'hex')

  const seal = sealFor('check', key)
  await database
    .insertInto('proxy_master_key')
    .values({ id: 1, sealed: seal.close(known, 'check') })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  try {
    seal.open((await sealed()) ?? '', 'check')
  } catch {
    throw new Error(`The master key ${file} is not the one that the database was sealed with`)
  }
  return key
}

/** Read again before reporting a missing file: a second process may be creating it during startup. */
async function keyIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new Error(`The master key ${file} cannot be read: ${code}`, { cause: error })
  }
}

/** Atomic: the file never exists without a complete key. */
async function createKey(file: string): Promise<string> {
  const text = `${randomBytes(32).toString('hex')}\n`
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
    return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return readFile(file, 'utf8') // another process created it first
    throw new Error(`The master key ${file} cannot be written: ${code}`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
}

/** Whether a key file matches the key that a database was sealed with. */
export async function opensWith(file: string, sealed: string): Promise<boolean> {
  const digits = (await readFile(file, 'utf8')).trim()
  try {
    return sealFor('check', Buffer.from(digits, 'hex')).open(sealed, 'check') === known
  } catch {
    return false
  }
}
