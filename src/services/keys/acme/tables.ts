import type { Kysely } from 'kysely'
import { bytewiseText } from '#platform/database/differences.ts'

/** ACME server of internal authorities. Times are epoch milliseconds; JSON columns are marked. */
export type AcmeTables = {
  /** ACME settings by authority; without a row, ACME is disabled. */
  key_acme_authority: {
    /** SHA-256 of its certificate. */
    issuer: string
    enabled: number
    profile: string
    /** Validity of certificates. */
    days: number
    /** JSON: allowed domains, including subdomains. */
    domains: string
    binding_required: number
  }
  /** External account binding keys. */
  key_acme_binding: {
    /** Key identifier used by the client. */
    id: string
    issuer: string
    name: string
    sealed_key: string
    version: number
    created_by: string
    created_at: number
    /** Account bound with it. */
    account_id: number | null
  }
  /** Used nonces, until they expire. */
  key_acme_nonce: {
    nonce: string
    used_at: number
  }
  key_acme_account: {
    id: number
    issuer: string
    /** RFC 7638, SHA-256. */
    thumbprint: string
    /** JSON. */
    jwk: string
    /** JSON: mailto: addresses. */
    contact: string
    status: string
    address: string
    created_at: number
  }
  key_acme_order: {
    id: number
    account_id: number
    issuer: string
    /** pending, ready, valid or invalid. */
    status: string
    /** JSON. */
    identifiers: string
    expires: number
    /** JSON of a problem document. */
    error: string | null
    /** SHA-256 of the issued certificate. */
    certificate: string | null
    /** The certificate being renewed, by renewal information identifier. */
    replaces: string | null
    created_at: number
  }
  key_acme_authorization: {
    id: number
    order_id: number
    account_id: number
    /** Without the wildcard. */
    name: string
    is_wildcard: number
    /** pending, valid, invalid or deactivated. */
    status: string
    changed_at: number
  }
  key_acme_challenge: {
    id: number
    authorization_id: number
    type: string
    token: string
    /** pending, processing, valid or invalid. */
    status: string
    /** JSON of a problem document. */
    error: string | null
    attempts: number
    /** Time of the next check; advanced by the process that checks it. */
    next_at: number
    validated_at: number | null
  }
}

/** Accounts, orders and challenges of the ACME server. */
export async function createAcme(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  const make = (name: string, columns: Record<string, 'text' | 'text?' | 'integer' | 'bigint' | 'bigint?'>) => {
    let table = db.schema.createTable(name)
    for (const [column, kind] of Object.entries(columns)) {
      const type = kind.startsWith('text') ? text : kind.startsWith('bigint') ? 'bigint' : 'integer'
      table = table.addColumn(column, type, (one) => (kind.endsWith('?') ? one : one.notNull()))
    }
    return table
  }
  await make('key_acme_authority', {
    issuer: 'text',
    enabled: 'integer',
    profile: 'text',
    days: 'integer',
    domains: 'text',
    binding_required: 'integer',
  })
    .addPrimaryKeyConstraint('key_acme_authority_primary', ['issuer' as never])
    .execute()
  await make('key_acme_binding', {
    id: 'text',
    issuer: 'text',
    name: 'text',
    sealed_key: 'text',
    version: 'integer',
    created_by: 'text',
    created_at: 'bigint',
    account_id: 'bigint?',
  })
    .addPrimaryKeyConstraint('key_acme_binding_primary', ['id' as never])
    .execute()
  await make('key_acme_nonce', { nonce: 'text', used_at: 'bigint' })
    .addPrimaryKeyConstraint('key_acme_nonce_primary', ['nonce' as never])
    .execute()
  await make('key_acme_account', {
    id: 'integer',
    issuer: 'text',
    thumbprint: 'text',
    jwk: 'text',
    contact: 'text',
    status: 'text',
    address: 'text',
    created_at: 'bigint',
  })
    .addPrimaryKeyConstraint('key_acme_account_primary', ['id' as never])
    .addUniqueConstraint('key_acme_account_key', ['issuer', 'thumbprint'] as never[])
    .execute()
  await make('key_acme_order', {
    id: 'integer',
    account_id: 'integer',
    issuer: 'text',
    status: 'text',
    identifiers: 'text',
    expires: 'bigint',
    error: 'text?',
    certificate: 'text?',
    replaces: 'text?',
    created_at: 'bigint',
  })
    .addPrimaryKeyConstraint('key_acme_order_primary', ['id' as never])
    .execute()
  await make('key_acme_authorization', {
    id: 'integer',
    order_id: 'integer',
    account_id: 'integer',
    name: 'text',
    is_wildcard: 'integer',
    status: 'text',
    changed_at: 'bigint',
  })
    .addPrimaryKeyConstraint('key_acme_authorization_primary', ['id' as never])
    .execute()
  await make('key_acme_challenge', {
    id: 'integer',
    authorization_id: 'integer',
    type: 'text',
    token: 'text',
    status: 'text',
    error: 'text?',
    attempts: 'integer',
    next_at: 'bigint',
    validated_at: 'bigint?',
  })
    .addPrimaryKeyConstraint('key_acme_challenge_primary', ['id' as never])
    .execute()
  const indexes = {
    key_acme_binding: [['issuer']],
    key_acme_nonce: [['used_at']],
    key_acme_account: [['issuer', 'created_at']],
    key_acme_order: [['issuer', 'id'], ['account_id', 'id'], ['certificate']],
    key_acme_authorization: [['order_id'], ['account_id', 'name', 'changed_at']],
    key_acme_challenge: [['authorization_id'], ['status', 'next_at']],
  }
  for (const [table, sets] of Object.entries(indexes)) {
    for (const columns of sets) {
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    }
  }
}
