import { createPublicKey, type KeyObject } from 'node:crypto'
import { Refusal } from '#crypto/refusal.ts'
import { bytesToNumber, numberToBytes } from './wire.ts'

// Node imports and exports key numbers as JSON Web Keys (RFC 7518, section 6).

export function jwkBytes(field: string | undefined): Buffer {
  if (field === undefined) throw new Refusal('unsupported', 'The key lacks a parameter that SSH requires', 'file')
  return Buffer.from(field, 'base64url')
}

export const jwkNumber = (field: string | undefined): bigint => bytesToNumber(jwkBytes(field))

export const jwkText = (value: bigint, length?: number): string => numberToBytes(value, length).toString('base64url')

/** `createPublicKey` accepts private keys as well, although not all overloads of its type say so. */
export const publicHalf = (key: KeyObject): KeyObject => (key.type === 'public' ? key : createPublicKey(key))
