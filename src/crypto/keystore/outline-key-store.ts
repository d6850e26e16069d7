import { Refusal } from '#crypto/refusal.ts'
import { jksMagic } from './jks-form.ts'
import { outlineJks } from './jks-read.ts'
import { maxEntries, type OutlineEntry } from './key-store.ts'

const hidden: OutlineEntry = { hasKey: true, certificates: undefined }

/**
 * Entries of a key store as far as readable without its password: Java key stores reveal their certificates; PKCS#12
 * counts as one entry. Undefined if the file is not a key store. Cheap, since no certificates are parsed.
 */
export function outlineKeyStore(file: Uint8Array): OutlineEntry[] | undefined {
  const start = Buffer.from(file.subarray(0, 16))
  if (isPkcs12(start)) return [hidden]
  if (start.length < 12 || !javaMagics.includes(start.readUInt32BE())) return undefined
  try {
    return outlineJks(file)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The import reports why it is unreadable.
    return Array.from({ length: Math.min(start.readUInt32BE(8), maxEntries) }, () => hidden)
  }
}

const javaMagics: number[] = Object.values(jksMagic)

/** A sequence that starts with version 3 (RFC 7292, 4). */
function isPkcs12(start: Buffer): boolean {
  const length = start[1] ?? 0
  const lengthBytes = length <= 0x80 ? 1 : 1 + (length & 0x7f)
  return start[0] === 0x30 && start.subarray(1 + lengthBytes, 4 + lengthBytes).equals(Buffer.of(2, 1, 3))
}
