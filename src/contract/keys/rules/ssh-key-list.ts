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
export function findingsOf(key: SshKey): SshKeyFinding[] {
  const { KeyType = '', KeyLength } = key
  return sshKeyFindings(KeyType, hasLength(key) ? Number(KeyLength) : undefined)
}

const hasLength = ({ KeyLength = '' }: SshKey) => /^\d+$/.test(KeyLength)

/** Without its type, or the length of an RSA key, nobody can tell whether a key is weak. */
export function strengthText(key: SshKey): string {
  const found = findingsOf(key).map(({ text }) => text)
  if (found.length > 0) return found.join(', ')
  const { KeyType = '' } = key
  const isKnown = KeyType !== '' && (!/rsa/i.test(KeyType) || hasLength(key))
  return isKnown ? 'No known weakness' : 'Unknown'
}

/** `deploy on web-1` */
export const placeText = ({ UserName = 'unknown', ResourceName = 'unknown' }: Association) =>
  `${UserName} on ${ResourceName}`

export const passphraseText = (known: boolean | undefined) =>
  known === undefined ? 'Unknown' : known ? 'Stored' : 'None stored'

export const sshKeyColumns = {
  name: ({ key }: SshKeyRow) => key.KeyName ?? '',
  type: ({ key }: SshKeyRow) => key.KeyType,
  length: ({ key }: SshKeyRow) => (hasLength(key) ? Number(key.KeyLength) : key.KeyLength),
  strength: ({ key }: SshKeyRow) => strengthText(key),
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
