import type { Output } from '#contract/endpoint.ts'
import { type SshKeyFinding, sshKeyFindings } from '#contract/keys/rules/ssh-key.ts'
import type { listSshKeys } from '#contract/keys/ssh.ts'
import type { Association, Associations } from '#pages/ssh-keys/associations.ts'

export type SshKey = Output<typeof listSshKeys>['rows'][number]

export type SshKeyRow = {
  key: SshKey
  name: string
  findings: SshKeyFinding[]
  /** Accounts that it opens, as far as this service put it there; undefined while that is not known. */
  places: Association[] | undefined
}

export function sshKeyRows(keys: readonly SshKey[], associations: Associations | undefined): SshKeyRow[] {
  const byKey = associations && Map.groupBy(associations.rows, ({ KeyName }) => KeyName)
  const elsewhere = associations?.unread.length === 0 ? [] : undefined
  return keys.map((key) => ({
    key,
    name: key.KeyName ?? '',
    findings: findingsOf(key),
    places: byKey && (byKey.get(key.KeyName) ?? elsewhere),
  }))
}

/** A length that is no number says nothing, and neither does a type that is missing. */
export function findingsOf({ KeyType = '', KeyLength = '' }: SshKey): SshKeyFinding[] {
  return sshKeyFindings(KeyType, /^\d+$/.test(KeyLength) ? Number(KeyLength) : undefined)
}

/** `deploy on web-1` */
export const placeText = ({ UserName = 'unknown', ResourceName = 'unknown' }: Association) =>
  `${UserName} on ${ResourceName}`
