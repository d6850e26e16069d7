import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

type Key = KeyObject | Buffer

/** Over values of any kind: JSON leaves no doubt where one ends and the next begins. */
export const keyedHash = (key: Key, values: readonly unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')

/** Over the end of a chain: without it, the last entries could be cut off. */
export const headSeal = (key: Key, { last, hash }: { last: number; hash: string }) =>
  keyedHash(key, ['head', last, hash])

export const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
