import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

type Key = KeyObject | Buffer

/** JSON separates the values unambiguously. */
export const keyedHash = (key: Key, values: readonly unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')

/** Seals the end of a chain, so that removing its last entries is detected. */
export const headSeal = (key: Key, { last, hash }: { last: number; hash: string }) =>
  keyedHash(key, ['head', last, hash])

export const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
