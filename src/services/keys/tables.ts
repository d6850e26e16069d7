import type { Kysely } from 'kysely'
import { appendOnly, bytewiseText } from '#services/database/differences.ts'

/**
 * Every table, column by column. Times are epoch milliseconds, bytes are base64. A column named `sealed_…` holds a secret
 * that the vault has sealed for that table, row, column and `version`; whoever changes the secret counts the version up.
 */
const columns = {
  /** Numbers that were given out; none is ever given out twice, whatever was deleted (audit rows name them). */
  key_sequence: {
    name: 'text',
    last: 'count',
  },
  /** One row: the key ring of the vault. */
  key_vault: {
    id: 'id',
    ring: 'text',
  },
  /** Certificates and keys of the service itself: its authority, its TLS server, the lab's external authority. */
  key_identity: {
    name: 'text',
    certificates: 'text',
    sealed_key: 'text',
    version: 'count',
  },
  key_setting: {
    name: 'text',
    sealed_value: 'text',
    version: 'count',
  },
  key_api_key: {
    id: 'id',
    name: 'text',
    /** SHA-256. */
    hash: 'text',
    /** The host that the key is tied to. */
    address: 'text',
    created_by: 'text',
    created_at: 'moment',
    used_at: 'maybe-moment',
  },
  key_audit: {
    id: 'id',
    at: 'moment',
    operation: 'text',
    description: 'text',
    username: 'text',
    address: 'text',
    /** Number of the API key to which a secret was revealed; null in all other rows. */
    revealed_to: 'maybe-number',
    /** Keyed hash over this row and the hash of the one before. */
    hash: 'text',
  },
  /** One row: the end of the chain, so that a cut tail shows. */
  key_audit_head: {
    id: 'id',
    last: 'count',
    hash: 'text',
    seal: 'text',
  },
  key_ssh_key: {
    id: 'id',
    name: 'text',
    type: 'text',
    length: 'count',
    fingerprint: 'text',
    comment: 'text',
    public_line: 'text',
    /** The private key in OpenSSH form, under its passphrase if it has one. */
    sealed_file: 'text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  key_ssh_resource: {
    id: 'id',
    name: 'text',
    description: 'text',
    /** Where files for the host lie on it. */
    path: 'text',
    address: 'text',
    port: 'count',
    landing_server: 'text',
    /** Fingerprint that was pinned when the host was first reached. */
    host_key: 'maybe-text',
    created_at: 'moment',
  },
  key_ssh_credential: {
    resource_id: 'number',
    user_name: 'text',
    sealed_password: 'text',
    /** 1: may edit the keys of other users. */
    is_admin: 'count',
    version: 'count',
    applied_at: 'moment',
  },
  key_ssh_user: {
    resource_id: 'number',
    user_name: 'text',
    found_at: 'moment',
  },
  key_ssh_association: {
    key_id: 'number',
    resource_id: 'number',
    user_name: 'text',
    path: 'text',
    associated_at: 'moment',
  },
  key_pgp_key: {
    user_id: 'text',
    fingerprint: 'text',
    public_key: 'text',
    sealed_private_key: 'text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  key_vault_key: {
    id: 'id',
    name: 'text',
    description: 'text',
    datacenter: 'text',
    instance_name: 'text',
    type: 'text',
    file_name: 'text',
    sealed_file: 'text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  key_certificate: {
    id: 'id',
    common_name: 'text',
    /** Hexadecimal digits, upper case. */
    serial_number: 'text',
    /** Of the whole certificate: no certificate is kept twice. */
    sha256: 'text',
    der: 'text',
    issuer_name: 'text',
    /** The first of its DNS names; empty where it has none. */
    dns_name: 'text',
    key_algorithm: 'text',
    key_bits: 'count',
    signature_algorithm: 'text',
    not_before: 'moment',
    not_after: 'moment',
    is_authority: 'count',
    source: 'text',
    /** Of the external authority; empty for all others. */
    template: 'text',
    store_type: 'text',
    email: 'text',
    /** PKCS#8. */
    sealed_key: 'maybe-text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  /** Where a certificate was seen, or was deployed to. */
  key_certificate_place: {
    certificate_id: 'number',
    host: 'text',
    port: 'count',
    address: 'text',
    seen_at: 'moment',
  },
  /** What came out of an entry of a key store on the shared path, so that it is not called unmanaged any more. */
  key_managed_entry: {
    /** SHA-256 of the file, in hexadecimal. */
    file: 'text',
    number: 'count',
    /** SHA-256 of a certificate, and whether its key was there too. */
    sha256: 'text',
    with_key: 'count',
  },
  key_request: {
    id: 'id',
    common_name: 'text',
    der: 'text',
    key_algorithm: 'text',
    key_bits: 'count',
    signature_algorithm: 'text',
    store_type: 'text',
    /** "90 days": applied when the request is signed (M413); empty where the requester gave none. */
    validity: 'text',
    email: 'text',
    sealed_key: 'maybe-text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  /** What our authorities have issued: kept although a certificate is deleted, for it can still be in use. */
  key_issued: {
    /** SHA-256 of the issuer's certificate. */
    issuer: 'text',
    serial_number: 'text',
    sha256: 'text',
    not_after: 'moment',
    issued_at: 'moment',
    revoked_at: 'maybe-moment',
    reason: 'maybe-number',
  },
  key_revocation_list: {
    issuer: 'text',
    number: 'count',
    der: 'text',
    next_update: 'moment',
  },
  /** Servers that certificates are deployed to. */
  key_server: {
    id: 'id',
    name: 'text',
    resource_id: 'number',
    user_name: 'text',
    certificate_path: 'text',
    key_path: 'text',
    created_at: 'moment',
  },
  /** What the last look found weak at a host, as JSON. */
  key_host_weakness: {
    host: 'text',
    port: 'count',
    findings: 'text',
    looked_at: 'moment',
  },
  /** Who is changing what just now, where the database itself cannot make others wait: a host. */
  key_turn: {
    name: 'text',
    holder: 'text',
    held_until: 'moment',
  },
} as const

/** What a column holds. */
type Held = {
  id: number
  number: number
  count: number
  moment: number
  'maybe-moment': number | null
  'maybe-number': number | null
  text: string
  'maybe-text': string | null
}
type Columns = typeof columns
export type KeyTables = {
  [T in keyof Columns]: { -readonly [C in keyof Columns[T]]: Held[Columns[T][C] & keyof Held] }
}

export type SequenceName = 'ssh-key' | 'ssh-resource' | 'vault-key' | 'certificate' | 'request' | 'server' | 'api-key'
export type CertificateSource = 'created' | 'signed' | 'imported' | 'discovered'

/** What is unique; the first set of columns is the primary key. */
const unique: Record<keyof KeyTables, string[][]> = {
  key_sequence: [['name']],
  key_vault: [['id']],
  key_identity: [['name']],
  key_setting: [['name']],
  key_api_key: [['id'], ['hash']],
  key_audit: [['id']],
  key_audit_head: [['id']],
  key_ssh_key: [['id'], ['name']],
  key_ssh_resource: [['id'], ['name']],
  key_ssh_credential: [['resource_id', 'user_name']],
  key_ssh_user: [['resource_id', 'user_name']],
  key_ssh_association: [['key_id', 'resource_id', 'user_name']],
  key_pgp_key: [['user_id']],
  key_vault_key: [['id'], ['name']],
  key_certificate: [['id'], ['sha256']],
  key_certificate_place: [['host', 'port']],
  key_managed_entry: [['file', 'number', 'sha256']],
  key_request: [['id']],
  key_issued: [['issuer', 'serial_number']],
  key_revocation_list: [['issuer']],
  key_server: [['id'], ['name']],
  key_host_weakness: [['host', 'port']],
  key_turn: [['name']],
}

/** What lists look for beside the primary key. */
const indexes: Partial<Record<keyof KeyTables, string[][]>> = {
  key_audit: [['revealed_to', 'at']],
  key_certificate: [['common_name', 'serial_number'], ['not_after'], ['is_authority']],
  key_certificate_place: [['certificate_id']],
  key_issued: [['sha256']],
}

export async function createKeyTables(db: Kysely<unknown>) {
  const text = bytewiseText(db)
  const types = { id: 'integer', number: 'integer', count: 'integer', moment: 'bigint', text } as const
  for (const [name, itsColumns] of Object.entries(columns)) {
    let table = db.schema.createTable(name)
    for (const [column, kind] of Object.entries(itsColumns)) {
      const isOptional = kind.startsWith('maybe-')
      const type = types[kind.replace('maybe-', '') as keyof typeof types]
      table = table.addColumn(column, type, (definition) => (isOptional ? definition : definition.notNull()))
    }
    const [primary = [], ...others] = unique[name as keyof KeyTables]
    table = table.addPrimaryKeyConstraint(`${name}_primary`, primary as never[])
    for (const columns of others) table = table.addUniqueConstraint(`${name}_${columns.join('_')}`, columns as never[])
    await table.execute()
  }
  for (const [name, sets] of Object.entries(indexes)) {
    for (const columns of sets) {
      await db.schema
        .createIndex(`${name}_by_${columns.join('_')}`)
        .on(name)
        .columns(columns)
        .execute()
    }
  }
  await appendOnly(db, 'key_audit')
  await db
    .insertInto('key_audit_head' as never)
    .values({ id: 1, last: 0, hash: '', seal: '' })
    .execute()
}
