/** Revocation state of a certificate, which only its issuing authority knows. */
import type { Output } from '#contract/endpoint.ts'
import type { listIssued } from '#contract/keys/authorities.ts'
import { instantOf } from '#contract/time.ts'
import { type Coded, coded } from '#contract/codes/legend.ts'
import { revocationLegend, revocationReasons } from './revocation.ts'

export type IssuedRow = Output<typeof listIssued>['rows'][number]

/** `elsewhere`: issued by an external authority. `unknown`: the server does not report what its authorities issued. */
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

/** By certificate ID. Undefined, as opposed to empty, if the server does not offer the list. */
export type Revocations = ReadonlyMap<string, Revocation> | undefined

export const revocationsOf = (issued: readonly IssuedRow[] | undefined): Revocations =>
  issued &&
  new Map(issued.flatMap((row) => (row.CertID === undefined ? [] : [[String(row.CertID), revocationOf(row)]])))

const elsewhere: Revocation = { state: 'elsewhere', raw: '' }
const unknown: Revocation = { state: 'unknown', raw: '' }

export const revocationIn = (revocations: Revocations, id: string): Revocation =>
  revocations ? (revocations.get(id) ?? elsewhere) : unknown

/** Display text of the reason; undocumented reasons are shown by number. */
export const reasonOf = ({ reason }: Pick<Revocation, 'reason'>): Coded =>
  reason === undefined ? { label: 'No reason given' } : coded('revoke_reason', revocationLegend, reason)
export const reasonText = (revocation: Pick<Revocation, 'reason'>): string => reasonOf(revocation).label

/** Reason if revoked or on hold; otherwise undefined. */
export const endReason = (revocation: Revocation) => (isEnded(revocation) ? reasonText(revocation) : undefined)

/** Texts for revoked and held certificates; the date follows `since`. */
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
 * Reasons that can be given next. A revocation is final; a hold can be released or become final (RFC 5280 5.3.1). For
 * an unknown state, all are offered and the server decides.
 */
export function reasonsAfter(state: RevocationState): typeof revocationReasons {
  if (state === 'revoked') return []
  if (state === 'unknown') return revocationReasons
  const excluded = state === 'held' ? holdCode : releaseCode
  return revocationReasons.filter(({ code }) => code !== excluded)
}
