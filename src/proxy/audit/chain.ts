import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { AuditTables } from './tables.ts'

/** What an entry says; the rest of its row follows from it. */
export type Facts = Omit<AuditTables['proxy_audit'], 'hash' | 'searched'>
export type Head = Omit<AuditTables['proxy_audit_head'], 'id'>

/** Who can write to the database, but has not the master key, cannot make a hash or a seal (decision 81). */
export const chainKey = (masterKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych audit', 32)))

/** Over an entry and the hash of the one before. JSON leaves no doubt where one value ends and the next begins. */
export const hashOf = (key: KeyObject, previous: string, entry: Facts) =>
  keyed(key, [
    previous,
    entry.id,
    entry.at,
    entry.site,
    entry.user_name,
    entry.address,
    entry.action,
    entry.target,
    entry.result,
    entry.code,
    entry.revealed_to,
  ])

/** Over the end of the chain: without it, the last entries could be cut off. */
export const sealOf = (key: KeyObject, { last, hash }: Pick<Head, 'last' | 'hash'>) => keyed(key, ['head', last, hash])

/** Is it the end that was written last? The head of an audit without entries has no seal yet. */
export const isGenuine = (key: KeyObject, { last, hash, seal }: Head) =>
  last === 0 ? hash === '' && seal === '' : isEqual(seal, sealOf(key, { last, hash }))

export const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const keyed = (key: KeyObject, values: unknown[]) =>
  createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')
