/** Whether a certificate is revoked, as far as anybody tells: the authority that issued it, and nobody else. */
import type { Output } from '#contract/endpoint.ts'
import type { listIssued } from '#contract/keys/authorities.ts'
import { instantOf } from '#contract/time.ts'
import { type Coded, coded } from '#contract/codes/legend.ts'
import { revocationLegend, revocationReasons } from './revocation.ts'

export type IssuedRow = Output<typeof listIssued>['rows'][number]

/** `elsewhere`: issued by none of our authorities. `unknown`: the server does not tell what its authorities issued. */
export const revocationStates = ['standing', 'held', 'revoked', 'elsewhere', 'unknown'] as const
export type RevocationState = (typeof revocationStates)[number]
export type Revocation = { state: RevocationState; reason?: number | undefined; at?: Date | undefined; raw: string }

const holdCode = 6
export const releaseCode = 7

export function revocationOf({ revokedAt, revoke_reason: reason }: IssuedRow): Revocation {
  if (revokedAt === undefined && reason === undefined) return { state: 'standing', raw: '' }
  const at = instantOf(revokedAt)
  const state = reason === holdCode ? 'held' : 'revoked'
  return { state, ...(reason !== undefined && { reason }), ...(at && { at }), raw: revokedAt ?? '' }
}

export const isEnded = ({ state }: Revocation): boolean => state === 'revoked' || state === 'held'

/** By the number of the inventory. Undefined where the server does not have the list: that is not the same as empty. */
export type Revocations = ReadonlyMap<string, Revocation> | undefined

export const revocationsOf = (issued: readonly IssuedRow[] | undefined): Revocations =>
  issued &&
  new Map(issued.flatMap((row) => (row.CertID === undefined ? [] : [[String(row.CertID), revocationOf(row)]])))

const elsewhere: Revocation = { state: 'elsewhere', raw: '' }
const unknown: Revocation = { state: 'unknown', raw: '' }

export const revocationIn = (revocations: Revocations, id: string): Revocation =>
  revocations ? (revocations.get(id) ?? elsewhere) : unknown

/** In words: which reason, by its number where that has no meaning here. */
export const reasonOf = ({ reason }: Pick<Revocation, 'reason'>): Coded =>
  reason === undefined ? { label: 'No reason given' } : coded('revoke_reason', revocationLegend, reason)
export const reasonText = (revocation: Pick<Revocation, 'reason'>): string => reasonOf(revocation).label

/** The reason of what has ended; what still holds has none. */
export const endReason = (revocation: Revocation) => (isEnded(revocation) ? reasonText(revocation) : undefined)

/** What it means to be revoked or on hold, and since when: the time itself follows `since`. */
export const endedWords = (revocation: Revocation): { title: string; since: string; meaning: string } =>
  revocation.state === 'held'
    ? { title: 'On hold', since: 'Since', meaning: 'Clients reject it until it is released or permanently revoked.' }
    : {
        title: 'Revoked',
        since: `${reasonText(revocation)}, since`,
        meaning:
          'Revocation is permanent. “Renew” creates a new certificate with a new key. Replace this certificate wherever it is installed.',
      }

/**
 * What can be given as a reason next. A revocation is final; a hold can be released or become final (RFC 5280 5.3.1).
 * Where nobody knows the state, nothing can be ruled out but by the server.
 */
export function reasonsAfter(state: RevocationState): typeof revocationReasons {
  if (state === 'revoked') return []
  if (state === 'unknown') return revocationReasons
  const excluded = state === 'held' ? holdCode : releaseCode
  return revocationReasons.filter(({ code }) => code !== excluded)
}
