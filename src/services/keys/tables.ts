import type { Archive } from '#platform/archives/archive.ts'
import type { AcmeClientTables } from './acme-client/tables.ts'
import type { AcmeTables } from './acme/tables.ts'
import type { ForeignStatusTables } from './foreign-status/tables.ts'
import type { HostCheckTables } from './hosts/check-tables.ts'

/**
 * Every table, column by column. Times are epoch milliseconds, bytes are base64. A column named `sealed_…` holds a secret
 * that the vault has sealed for that table, row, column and `version`; whoever changes the secret counts the version up.
 */
export type KeyTables = AcmeTables &
  AcmeClientTables &
  HostCheckTables &
  ForeignStatusTables & {
    /** Numbers that were given out; none is ever given out twice, whatever was deleted (audit rows name them). */
    key_sequence: {
      name: string
      last: number
    }
    /** One row: the key ring of the vault. */
    key_vault: {
      id: number
      ring: string
    }
    /** Certificates and keys of the service itself: its authority, its TLS server, the lab's external authority. */
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
      /** The host that the key is tied to. */
      address: string
      /** What it may do; null: made when every key could do everything. */
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
      /** Number of the API key to which a secret was revealed; null in all other rows. */
      revealed_to: number | null
      /** Keyed hash over this row and the hash of the one before. */
      hash: string
    }
    /** One row: the end of the chain, so that a cut tail shows. */
    key_audit_head: {
      id: number
      last: number
      hash: string
      seal: string
    }
    /** Rows from before the retention period. */
    key_audit_archive: Archive
    key_ssh_key: {
      id: number
      name: string
      type: string
      length: number
      fingerprint: string
      comment: string
      public_line: string
      /** The private key in OpenSSH form, under its passphrase if it has one. */
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
      /** Where files for the host lie on it. */
      path: string
      address: string
      port: number
      landing_server: string
      created_at: number
    }
    /** The keys by which a host is known, one of each type. */
    key_ssh_host_key: {
      resource_id: number
      /** Such as ssh-ed25519; empty while it is not known yet of what type a fingerprint from an earlier version is. */
      type: string
      fingerprint: string
      how: 'compared' | 'confirmed' | 'first-use'
      trusted_by: string
      trusted_at: number
    }
    /** A host that showed another key than the one it is known by: nothing is sent to it while this stands. */
    key_ssh_host_alarm: {
      resource_id: number
      type: string
      known: string
      /** Empty: it has no key of that type any more. */
      seen: string
      seen_at: number
    }
    key_ssh_credential: {
      resource_id: number
      user_name: string
      method: 'password' | 'key' | 'key-file'
      /** Empty where it is not by password. */
      sealed_password: string
      /** The key of the inventory to log in with. */
      key_id: number | null
      /** A private key that is in no inventory, in OpenSSH form and under no passphrase. */
      sealed_key: string | null
      sudo: 'none' | 'no-password' | 'password'
      sealed_sudo: string | null
      /** 1: may edit the keys of other users. */
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
      /** What a sign-in with the key has shown; null before the first one. */
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
      /** Hexadecimal digits, upper case. */
      serial_number: string
      /** Of the whole certificate: no certificate is kept twice. */
      sha256: string
      der: string
      issuer_name: string
      /** The first of its DNS names; empty where it has none. */
      dns_name: string
      key_algorithm: string
      key_bits: number
      signature_algorithm: string
      not_before: number
      not_after: number
      is_authority: number
      source: string
      /** Of the external authority, or the name of the profile that it was issued by; empty where nobody knows. */
      template: string
      store_type: string
      email: string
      /** PKCS#8. */
      sealed_key: string | null
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
      /** SHA-256 of its public key; null until it is first looked for, empty where it cannot be read. */
      public_key: string | null
    }
    /** Where a certificate was seen, or was deployed to. */
    key_certificate_place: {
      certificate_id: number
      host: string
      port: number
      address: string
      seen_at: number
    }
    /** What came out of an entry of a key store on the shared path, so that it is not called unmanaged any more. */
    key_managed_entry: {
      /** SHA-256 of the file, in hexadecimal. */
      file: string
      number: number
      /** SHA-256 of a certificate, and whether its key was there too. */
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
      /** "90 days": applied when the request is signed; empty where the requester gave none. */
      validity: string
      email: string
      sealed_key: string | null
      sealed_passphrase: string | null
      version: number
      created_by: string
      created_at: number
      /** As of a certificate. */
      public_key: string | null
      /** Name of the profile that was chosen for it. */
      profile: string | null
    }
    /** Certificate profiles of our own; the definition is JSON. */
    key_profile: {
      name: string
      definition: string
      created_by: string
      created_at: number
    }
    /** The profiles that an authority, by the SHA-256 of its certificate, is limited to; without any it issues all. */
    key_authority_profile: {
      issuer: string
      profile: string
      position: number
    }
    /** Which certificates answer a request: those with its key. */
    key_request_answer: {
      request_id: number
      certificate_id: number
      answered_at: number
    }
    /** What our authorities have issued: kept although a certificate is deleted, for it can still be in use. */
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
    /** Servers that certificates are deployed to. */
    key_server: {
      id: number
      name: string
      resource_id: number
      user_name: string
      certificate_path: string
      key_path: string
      /** host:port at which it presents its certificate; null where nobody said. */
      tls_address: string | null
      /** Makes it read its files anew. */
      reload_command: string | null
      created_at: number
    }
    /** Hosts that are load balancers, and the folder of their key stores. */
    key_load_balancer: {
      resource_id: number
      user_name: string
      store_path: string
      created_at: number
    }
    /** What the last look found weak at a host, as JSON. */
    key_host_weakness: {
      host: string
      port: number
      findings: string
      looked_at: number
    }
    /** A TLS host that was looked at: what it takes part in, and how the last look went. */
    key_tls_host: {
      host: string
      port: number
      address: string | null
      /** JSON: each version, and whether it is offered. Null until a check has answered. */
      protocols: string | null
      /** JSON: with which kinds of key it shows a certificate. */
      key_kinds: string | null
      checked_at: number | null
      tried_at: number
      /** Why the last look has seen nothing; what was seen before stays. */
      failure: string | null
    }
    /** What a host presented when it was last checked: one for each kind of key. */
    key_tls_host_certificate: {
      host: string
      port: number
      sha256: string
      /** JSON: what a client makes of it and of what was sent with it. */
      report: string
      seen_at: number
    }
    /** Which certificate was put on which server, and when; the newest of a server is the one that is there. */
    key_deployment: {
      server: string
      sha256: string
      resource: string
      certificate_path: string
      tls_address: string | null
      deployed_by: string
      deployed_at: number
    }
    /** Who is changing what just now, where the database itself cannot make others wait: a host. */
    key_turn: {
      name: string
      holder: string
      held_until: number
    }
    /** Processes whose vault is sealed, each with a public key that lives as long as it does. */
    key_vault_waiting: {
      process: string
      public_key: string
      /** Shows that the process holds the master key. */
      proof: string
      /** The key of the vault, for this process alone, once another one has it. */
      answer: string | null
      asked_at: number
    }
    /** Passphrases that were tried and did not open the vault, or may be about to. */
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
