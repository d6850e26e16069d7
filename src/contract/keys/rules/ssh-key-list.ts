/** List of SSH keys with the accounts they grant access to, and column values for sorting, filtering and export. */
import type { Output } from '#contract/endpoint.ts'
import type { listAssociations } from '#contract/keys/ssh-resources.ts'
import type { listSshKeys } from '#contract/keys/ssh.ts'
import { instantOf } from '#contract/time.ts'
import { type SshKeyFinding, sshKeyFindings } from './ssh-key.ts'

export type SshKey = Output<typeof listSshKeys>['rows'][number]
export type Association = Output<typeof listAssociations>['rows'][number]

export type SshKeyRow = {
  key: SshKey
  /** Accounts to which this service deployed it; undefined while unknown. */
  places?: Association[] | undefined
}

/** `unread`: accounts whose keys are unknown. */
type Associations = { rows: readonly Association[]; unread: readonly unknown[] }

export function sshKeyRows(keys: readonly SshKey[], associations: Associations | undefined): SshKeyRow[] {
  const byKey = associations && Map.groupBy(associations.rows, ({ KeyName }) => KeyName)
  const elsewhere = associations?.unread.length === 0 ? [] : undefined
  return keys.map((key) => ({ key, places: byKey && (byKey.get(key.KeyName) ?? elsewhere) }))
}

/** A non-numeric length or a missing type yields no finding. */
export function findingsOf({ KeyType = '', KeyLength = '' }: SshKey): SshKeyFinding[] {
  return sshKeyFindings(KeyType, /^\d+$/.test(KeyLength) ? Number(KeyLength) : undefined)
}

/** `deploy on web-1` */
export const placeText = ({ UserName = 'unknown', ResourceName = 'unknown' }: Association) =>
  `${UserName} on ${ResourceName}`

export const passphraseText = (known: boolean | undefined) =>
  known === undefined ? 'Unknown' : known ? 'Stored' : 'None stored'

export const sshKeyColumns = {
  name: ({ key }: SshKeyRow) => key.KeyName ?? '',
  type: ({ key }: SshKeyRow) => key.KeyType,
  length: ({ key }: SshKeyRow) => (/^\d+$/.test(key.KeyLength ?? '') ? Number(key.KeyLength) : key.KeyLength),
  strength: ({ key }: SshKeyRow) =>
    findingsOf(key)
      .map(({ text }) => text)
      .join(', ') || 'No known weakness',
  opens: ({ places }: SshKeyRow) => places?.map(placeText).join(', '),
  passphrase: ({ key }: SshKeyRow) => passphraseText(key.isPassphraseAvailable),
  fingerprint: ({ key }: SshKeyRow) => key.FingerPrint,
  by: ({ key }: SshKeyRow) => key.CreatedBy,
  created: ({ key }: SshKeyRow) => instantOf(key.CreationTime) ?? (key.CreationTime || undefined),
}

/** Searched texts. */
export const sshKeyTexts = ({ key, places = [] }: SshKeyRow) => [
  key.KeyName,
  key.KeyType,
  key.KeyLength,
  key.FingerPrint,
  key.CreatedBy,
  ...findingsOf(key).map(({ text }) => text),
  ...places.map(placeText),
]
