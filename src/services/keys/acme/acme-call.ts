import type { JWK } from 'jose'
import type { KeyTables } from '#services/keys/tables.ts'
import { AcmeProblem } from './acme-problem.ts'

export type AcmeAccount = KeyTables['key_acme_account']
export type AcmeOrder = KeyTables['key_acme_order']
export type AcmeAuthorization = KeyTables['key_acme_authorization']
export type AcmeChallenge = KeyTables['key_acme_challenge']

/** What an authority allows over ACME. */
export type AcmeRules = {
  issuer: string
  profile: string
  days: number
  domains: readonly string[]
  bindingRequired: boolean
}

/** A request to one authority, before or after its signature was checked. */
export type AcmeCall = {
  rules: AcmeRules
  /** Address of the authority: `https://…/acme/<fingerprint>`. */
  base: string
  /** Address of the request. */
  url: string
  /** Of the path, behind the resource. */
  id: string
  /** Whom it came from. */
  address: string
}

/** A POST whose signature was checked. */
export type SignedCall = AcmeCall & {
  /** The account, where the header names one. */
  account?: AcmeAccount
  /** The key, where the header brings one. */
  jwk?: JWK
  /** Undefined for POST-as-GET. */
  payload: Record<string, unknown> | undefined
}

export type AcmeAnswer = {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Instead of a JSON body. */
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

/** As RFC 3339 has it. */
export const acmeTime = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z')

/** The audit names the account, because it acts by itself. */
export const actorOf = ({ id, address }: Pick<AcmeAccount, 'id' | 'address'>, operation: string, from = address) => ({
  operation: `acme ${operation}`,
  username: `ACME account ${id}`,
  address: from,
  keyId: 0,
})
