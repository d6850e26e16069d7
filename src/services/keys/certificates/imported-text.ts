import type { Certificate } from '#services/keys/certificate-store.ts'
import { nameOf } from './certificate-name.ts'

/** A stored certificate, and changes by its import. */
export type ImportedCertificate = Pick<Certificate, 'common_name' | 'serial_number' | 'sha256'> & {
  isNew: boolean
  gainedKey: boolean
  hasKey: boolean
  /** IDs of the requests that it answers. */
  requests: readonly number[]
}

const maxNamed = 5

/** Summary of an import, for the caller and the audit. */
export function importedText(kept: readonly ImportedCertificate[], keysLeft: number): string {
  const [first, ...others] = kept
  const parts = [
    ...(first ? [`The ${nameOf(first)} ${outcomeOf(first)}`] : []),
    ...kept.flatMap(answersOf),
    ...groups.flatMap(([heading, belongs]) => listed(heading, others.filter(belongs))),
    ...(keysLeft ? [`private keys left behind, encrypted or without a certificate: ${keysLeft}`] : []),
  ]
  return parts.join('; ')
}

/** All requests with its key are named, since their creator decides which are done. */
function answersOf({ common_name, requests: [one, ...others] }: ImportedCertificate): string[] {
  if (one === undefined) return []
  if (others.length === 0) return [`“${common_name}” answers request ${one}`]
  return [`“${common_name}” answers requests ${[one, ...others].join(', ')}, which have the same key`]
}

function outcomeOf({ isNew, gainedKey }: ImportedCertificate): string {
  if (isNew) return gainedKey ? 'was added with its private key' : 'was added'
  return gainedKey ? 'was there already and gained its private key' : 'was there already'
}

const groups: [heading: string, belongs: (kept: ImportedCertificate) => boolean][] = [
  ['also added with their keys', ({ isNew, gainedKey }) => isNew && gainedKey],
  ['also added', ({ isNew, gainedKey }) => isNew && !gainedKey],
  ['gained their keys', ({ isNew, gainedKey }) => !isNew && gainedKey],
  ['there already', ({ isNew, gainedKey }) => !isNew && !gainedKey],
]

function listed(heading: string, kept: readonly ImportedCertificate[]): string[] {
  if (kept.length === 0) return []
  const named = kept.slice(0, maxNamed).map(({ common_name }) => `“${common_name}”`)
  const more = kept.length - named.length
  return [`${heading}: ${named.join(', ')}${more ? ` and ${more} more` : ''}`]
}
