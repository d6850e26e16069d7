import type { Archive } from '#platform/archives/archive.ts'
import type { AcmeClientTables } from './acme-client/tables.ts'
import type { AcmeTables } from './acme/tables.ts'
import type { ForeignStatusTables } from './foreign-status/tables.ts'
import type { HostCheckTables } from './hosts/check-tables.ts'

/**
 * Tables of key management. Times are epoch milliseconds, bytes are base64. Columns named `sealed_…` hold secrets
 * sealed by the vault for that table, row, column and `version`, which is incremented with each change.
 */
export type KeyTables = AcmeTables &
  AcmeClientTables &
  HostCheckTables &
  ForeignStatusTables & {
    /** Issued IDs; never reused, since audit entries refer to them. */
    key_sequence: {
      name: string
      last: number
    }
    /** A single row: the key ring of the vault. */
    key_vault: {
      id: number
      ring: string
    }
    /** Certificates and keys of the service itself: its authority, TLS server, and the lab's external authority. */
    key_identity: {
      name: string
      certificates: string
      sealed_key: string
      version: number
    }
    key_setting: {
      name: string
      sealed_value: string
      version: number
    }
    key_api_key: {
      id: number
      name: string
      /** SHA-256. */
      hash: string
      /** Host to which the key is restricted. */
      address: string
      /** Permission; null for keys created before permissions existed, with full access. */
      permission: string | null
      created_by: string
      created_at: number
      used_at: number | null
    }
    key_audit: {
      id: number
      at: number
      operation: string
      description: string
      username: string
      address: string
      /** ID of the API key to which a secret was revealed; otherwise null. */
      revealed_to: number | null
      /** Keyed hash of this row and the preceding hash. */
      hash: string
    }
    /** A single row: the chain head, which reveals truncation. */
    key_audit_head: {
      id: number
      last: number
      hash: string
      seal: string
    }
    /** Rows beyond the retention period. */
    key_audit_archive: Archive
    key_ssh_key: {
      id: number
      name: string
      type: string
      length: number
      fingerprint: string
      comment: string
      public_line: string
      /** Private key in OpenSSH format, with its passphrase if it has one. */
      sealed_file: string
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
    }
    key_ssh_resource: {
      id: number
      name: string
      description: string
      /** Directory for files on the host. */
      path: string
      address: string
      port: number
      landing_server: string
      created_at: number
    }
    /** Known host keys, one per type. */
    key_ssh_host_key: {
      resource_id: number
      /** Such as ssh-ed25519; empty if the type of an earlier fingerprint is unknown. */
      type: string
      fingerprint: string
      how: 'compared' | 'confirmed' | 'first-use'
      trusted_by: string
      trusted_at: number
    }
    /** Host key changes; nothing is sent to these hosts. */
    key_ssh_host_alarm: {
      resource_id: number
      type: string
      known: string
      /** Empty if the host no longer has a key of this type. */
      seen: string
      seen_at: number
    }
    key_ssh_credential: {
      resource_id: number
      user_name: string
      method: 'password' | 'key' | 'key-file'
      /** Empty for other methods. */
      sealed_password: string
      /** Key of the inventory used for login. */
      key_id: number | null
      /** Private key outside the inventory, in OpenSSH format without passphrase. */
      sealed_key: string | null
      sudo: 'none' | 'no-password' | 'password'
      sealed_sudo: string | null
      /** 1 if it can edit keys of other users. */
      is_admin: number
      version: number
      applied_at: number
    }
    key_ssh_user: {
      resource_id: number
      user_name: string
      found_at: number
    }
    key_ssh_association: {
      key_id: number
      resource_id: number
      user_name: string
      path: string
      associated_at: number
      /** Result of the last test sign-in; null before the first. */
      outcome: 'opens' | 'refused' | 'unknown' | null
      outcome_text: string | null
      tested_at: number | null
    }
    key_pgp_key: {
      user_id: string
      fingerprint: string
      public_key: string
      sealed_private_key: string
      version: number
      created_by: string
      created_at: number
    }
    key_vault_key: {
      id: number
      name: string
      description: string
      datacenter: string
      instance_name: string
      type: string
      file_name: string
      sealed_file: string
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
    }
    key_certificate: {
      id: number
      common_name: string
      /** Uppercase hexadecimal. */
      serial_number: string
      /** SHA-256 of the certificate; unique. */
      sha256: string
      der: string
      issuer_name: string
      /** First DNS name; empty if none. */
      dns_name: string
      key_algorithm: string
      key_bits: number
      signature_algorithm: string
      not_before: number
      not_after: number
      is_authority: number
      source: string
      /** Template of the external authority, or profile name; empty if unknown. */
      template: string
      store_type: string
      email: string
      /** PKCS#8. */
      sealed_key: string | null
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
      /** SHA-256 of the public key; null until computed, empty if unreadable. */
      public_key: string | null
    }
    /** Places where a certificate was seen or deployed. */
    key_certificate_place: {
      certificate_id: number
      host: string
      port: number
      address: string
      seen_at: number
    }
    /** Imported entries of key stores on the shared path. */
    key_managed_entry: {
      /** SHA-256 of the file, hexadecimal. */
      file: string
      number: number
      /** SHA-256 of a certificate, and whether its key was included. */
      sha256: string
      with_key: number
    }
    key_request: {
      id: number
      common_name: string
      der: string
      key_algorithm: string
      key_bits: number
      signature_algorithm: string
      store_type: string
      /** Such as "90 days", applied when signing; empty if not requested. */
      validity: string
      email: string
      sealed_key: string | null
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
      /** As for certificates. */
      public_key: string | null
      /** Name of the selected profile. */
      profile: string | null
    }
    /** Custom certificate profiles with a JSON definition. */
    key_profile: {
      name: string
      definition: string
      created_by: string
      created_at: number
    }
    /** Profiles of an authority, identified by SHA-256; without any, it is unrestricted. */
    key_authority_profile: {
      issuer: string
      profile: string
      position: number
    }
    /** Certificates that answer a request, matched by key. */
    key_request_answer: {
      request_id: number
      certificate_id: number
      answered_at: number
    }
    /**
     * Certificates issued by internal authorities; kept after deletion from the inventory, since they may still be in
     * use.
     */
    key_issued: {
      /** SHA-256 of the issuer's certificate. */
      issuer: string
      serial_number: string
      sha256: string
      not_after: number
      issued_at: number
      revoked_at: number | null
      reason: number | null
    }
    key_revocation_list: {
      issuer: string
      number: number
      der: string
      next_update: number
    }
    /** Deployment servers. */
    key_server: {
      id: number
      name: string
      resource_id: number
      user_name: string
      certificate_path: string
      key_path: string
      /** host:port of its TLS address; null if not configured. */
      tls_address: string | null
      /** Command to reload the server. */
      reload_command: string | null
      created_at: number
    }
    /** Load balancers with the directory of their key stores. */
    key_load_balancer: {
      resource_id: number
      user_name: string
      store_path: string
      created_at: number
    }
    /** Weaknesses found by the last check of a host, as JSON. */
    key_host_weakness: {
      host: string
      port: number
      findings: string
      looked_at: number
    }
    /** TLS hosts with the results of their last check. */
    key_tls_host: {
      host: string
      port: number
      address: string | null
      /** JSON: support by protocol version. Null before the first result. */
      protocols: string | null
      /** JSON: key types of its certificates. */
      key_kinds: string | null
      checked_at: number | null
      tried_at: number
      /** Why the last check failed; earlier observations are kept. */
      failure: string | null
    }
    /** Certificates presented at the last check, one per key type. */
    key_tls_host_certificate: {
      host: string
      port: number
      sha256: string
      /** JSON: validation of the certificate and its chain. */
      report: string
      seen_at: number
    }
    /** Deployments; the latest one of a server is current. */
    key_deployment: {
      server: string
      sha256: string
      resource: string
      certificate_path: string
      tls_address: string | null
      deployed_by: string
      deployed_at: number
    }
    /** Locks, such as of hosts, that the database itself does not provide. */
    key_turn: {
      name: string
      holder: string
      held_until: number
    }
    /** Processes with a sealed vault, each with a public key for its lifetime. */
    key_vault_waiting: {
      process: string
      public_key: string
      /** Proves that the process has the master key. */
      proof: string
      /** The vault key, encrypted for this process by another one. */
      answer: string | null
      asked_at: number
    }
    /** Failed or pending attempts to unseal the vault. */
    key_vault_guess: {
      id: string
      at: number
    }
  }

export type SequenceName =
  | 'ssh-key'
  | 'ssh-resource'
  | 'vault-key'
  | 'certificate'
  | 'request'
  | 'server'
  | 'api-key'
  | 'acme-account'
  | 'acme-order'
  | 'acme-authorization'
  | 'acme-challenge'
export type CertificateSource = 'created' | 'signed' | 'imported' | 'discovered'
