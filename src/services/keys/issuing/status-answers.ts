import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import {
  answerOcsp,
  requestedIssuer,
  requestedSerialNumbers,
  type CertificateState,
  ocspFailure,
} from '#crypto/x509/ocsp.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { readFingerprint } from './fingerprint.ts'
import { findIssuerCertificate, findSigner, signerNames } from './issuers.ts'
import { revocationOf } from './ledger.ts'
import { revocationLists } from './revocation-lists.ts'

const answerLifetimeMs = 3600_000

/** Public status information on issued certificates. Issuers are identified by the SHA-256 of their certificate. */
export function statusAnswers(parts: Pick<KeyManagement, 'db' | 'vault' | 'work'>) {
  const signers = signerNames(parts)
  const listOf = revocationLists(parts, signers)

  async function statesOf(issuers: readonly string[], serialNumbers: readonly string[]) {
    const rows = await parts.db
      .selectFrom('key_issued')
      .select(['serial_number', 'reason', 'revoked_at'])
      .where('issuer', 'in', issuers)
      .where('serial_number', 'in', serialNumbers)
      .execute()
    const states = rows.map((row): [string, CertificateState] => [row.serial_number, revocationOf(row) ?? 'good'])
    return Object.fromEntries(states)
  }

  /** The response is signed by the first issuer; others in the same request are unknown to it. */
  async function answer(request: Uint8Array): Promise<Der> {
    const issuers = await signers.asked(requestedIssuer(request))
    const [first] = issuers
    const issuer = first === undefined ? undefined : await findSigner(parts, first)
    if (!issuer) return ocspFailure('unauthorized')
    const states = await statesOf(issuers, requestedSerialNumbers(request))
    const thisUpdate = new Date()
    const nextUpdate = new Date(thisUpdate.getTime() + answerLifetimeMs)
    return answerOcsp({ request, issuer, states, thisUpdate, nextUpdate })
  }

  return {
    /** Undefined if the authority does not exist or its key is missing. */
    revocationListOf: async (issuer: string) => {
      const fingerprint = readFingerprint(issuer)
      return fingerprint === undefined ? undefined : listOf(fingerprint)
    },

    /** Always an OCSP response, with an error status for invalid requests and failures. */
    answerOcspRequest: async (request: Uint8Array): Promise<Der> => {
      try {
        return await answer(request)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return ocspFailure(error.reason === 'sealed' ? 'tryLater' : 'malformed')
      }
    },

    issuerCertificate: async (issuer: string): Promise<Der | undefined> => {
      const fingerprint = readFingerprint(issuer)
      return fingerprint === undefined ? undefined : findIssuerCertificate(parts, fingerprint)
    },
  }
}
