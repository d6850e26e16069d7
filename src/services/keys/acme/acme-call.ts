import type { JWK } from 'jose'
import type { KeyTables } from '#services/keys/tables.ts'
import { AcmeProblem } from './acme-problem.ts'

export type AcmeAccount = KeyTables['key_acme_account']
export type AcmeOrder = KeyTables['key_acme_order']
export type AcmeAuthorization = KeyTables['key_acme_authorization']
export type AcmeChallenge = KeyTables['key_acme_challenge']

/** ACME settings of an authority. */
export type AcmeRules = {
  issuer: string
  profile: string
  days: number
  domains: readonly string[]
  bindingRequired: boolean
}

/** A request to an authority, before or after signature verification. */
export type AcmeCall = {
  rules: AcmeRules
  /** Base URL of the authority: `https://…/acme/<fingerprint>`. */
  base: string
  /** Request URL. */
  url: string
  /** ID in the path, after the resource. */
  id: string
  /** Client address. */
  address: string
}

/** A POST with a verified signature. */
export type SignedCall = AcmeCall & {
  /** The account, if identified by `kid`. */
  account?: AcmeAccount
  /** The key, if included as `jwk`. */
  jwk?: JWK
  /** Undefined for POST-as-GET. */
  payload: Record<string, unknown> | undefined
}

export type AcmeAnswer = {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Replaces the JSON body. */
  text?: { content: string; type: string }
}

export function requireAccount({ account }: SignedCall): AcmeAccount {
  if (!account) throw new AcmeProblem('malformed', 'The header kid must name an account')
  return account
}

export function requirePayload({ payload }: SignedCall): Record<string, unknown> {
  if (!payload) throw new AcmeProblem('malformed', 'The payload must be a JSON object')
  return payload
}

/** RFC 3339 format. */
export const acmeTime = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** The account is the actor in the audit. */
export const actorOf = ({ id, address }: Pick<AcmeAccount, 'id' | 'address'>, operation: string, from = address) => ({
  operation: `acme ${operation}`,
  username: `ACME account ${id}`,
  address: from,
  keyId: 0,
})
