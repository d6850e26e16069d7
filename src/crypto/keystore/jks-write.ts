import type { Der } from '#crypto/der.ts'
import { writeJavaText } from './java-text.ts'
import { jksMagic, jksSeal, jksTags } from './jks-form.ts'
import { hideJavaKey } from './jks-protection.ts'
import type { NewKeyStore } from './key-store.ts'

/** Writes a Java key store with one key. The key has the store's password, as servers expect. */
export function writeJks({ alias, privateKey, chain }: NewKeyStore, password: string, now = new Date()): Der {
  const content = Buffer.concat([
    number(jksMagic.JKS),
    number(2), // version
    number(1), // entries
    number(jksTags.key),
    text(alias.toLowerCase()), // aliases are case-insensitive and stored in lowercase
    time(now),
    block(hideJavaKey(privateKey, password)),
    number(chain.length),
    ...chain.flatMap((certificate) => [text('X.509'), block(certificate)]),
  ])
  return Uint8Array.from(Buffer.concat([content, jksSeal(content, password)]))
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function time(date: Date): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(date.getTime()))
  return bytes
}

function text(value: string): Buffer {
  const encoded = writeJavaText(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(encoded.length)
  return Buffer.concat([length, encoded])
}

const block = (bytes: Uint8Array) => Buffer.concat([number(bytes.length), bytes])
