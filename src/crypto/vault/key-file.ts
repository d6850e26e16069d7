import { createSecretKey, randomBytes } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '#crypto/refusal.ts'
import type { MasterKey } from './master-key.ts'
import { keyBytes } from './sealing.ts'

// A single line of base64, readable by the owner only.

const ownerOnly = 0o600
const maxBytes = 1024

/** Fails if the file exists: overwriting a key would make sealed data unreadable. */
export async function createKeyFile(path: string): Promise<MasterKey> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeDurably(draft, `${randomBytes(keyBytes).toString('base64')}\n`)
    await link(draft, path) // unlike rename, it does not replace a file written by another process meanwhile
  } finally {
    await rm(draft, { force: true })
  }
  await using folder = await open(dirname(path))
  await folder.sync()
  return await readKeyFile(path)
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', ownerOnly)
  await file.writeFile(text)
  await file.sync()
}

export async function readKeyFile(path: string): Promise<MasterKey> {
  await using file = await open(path)
  const { mode, size } = await file.stat()
  if ((mode & 0o077) !== 0) {
    throw new Refusal('not-allowed', 'The master key file is readable by others; change its mode to 0600', 'keyFile')
  }
  const text = size > maxBytes ? '' : (await file.readFile('utf8')).trim()
  const key = Buffer.from(text, 'base64')
  if (key.length !== keyBytes || key.toString('base64') !== text) {
    throw new Refusal('damaged', `The master key file does not contain ${keyBytes} bytes in base64`, 'keyFile')
  }
  return { source: { kind: 'key-file' }, key: createSecretKey(key) }
}
