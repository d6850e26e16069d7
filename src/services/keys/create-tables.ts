import type { Kysely } from 'kysely'
import { appendOnly, bytewiseText } from '#platform/database/differences.ts'

/** Tables as of this released migration, which never changes; later changes are separate migrations. */
const columns = {
  key_sequence: {
    name: 'text',
    last: 'count',
  },
  key_vault: {
    id: 'id',
    ring: 'text',
  },
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
    hash: 'text',
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
    revealed_to: 'maybe-number',
    hash: 'text',
  },
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
    path: 'text',
    address: 'text',
    port: 'count',
    landing_server: 'text',
    host_key: 'maybe-text',
    created_at: 'moment',
  },
  key_ssh_credential: {
    resource_id: 'number',
    user_name: 'text',
    sealed_password: 'text',
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
    serial_number: 'text',
    sha256: 'text',
    der: 'text',
    issuer_name: 'text',
    dns_name: 'text',
    key_algorithm: 'text',
    key_bits: 'count',
    signature_algorithm: 'text',
    not_before: 'moment',
    not_after: 'moment',
    is_authority: 'count',
    source: 'text',
    template: 'text',
    store_type: 'text',
    email: 'text',
    sealed_key: 'maybe-text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  key_certificate_place: {
    certificate_id: 'number',
    host: 'text',
    port: 'count',
    address: 'text',
    seen_at: 'moment',
  },
  key_managed_entry: {
    file: 'text',
    number: 'count',
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
    validity: 'text',
    email: 'text',
    sealed_key: 'maybe-text',
    sealed_passphrase: 'maybe-text',
    version: 'count',
    created_by: 'text',
    created_at: 'moment',
  },
  key_issued: {
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
  key_server: {
    id: 'id',
    name: 'text',
    resource_id: 'number',
    user_name: 'text',
    certificate_path: 'text',
    key_path: 'text',
    created_at: 'moment',
  },
  key_host_weakness: {
    host: 'text',
    port: 'count',
    findings: 'text',
    looked_at: 'moment',
  },
  key_turn: {
    name: 'text',
    holder: 'text',
    held_until: 'moment',
  },
} as const

/** Unique columns; the first set is the primary key. */
const unique: Record<keyof typeof columns, string[][]> = {
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

/** Additional indexes for lists. */
const indexes: Partial<Record<keyof typeof columns, string[][]>> = {
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
    const [primary = [], ...others] = unique[name as keyof typeof columns]
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
