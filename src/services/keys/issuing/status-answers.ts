import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { answerOcsp, askedIssuer, askedSerialNumbers, type CertificateState, ocspFailure } from '#crypto/x509/ocsp.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { readFingerprint } from './fingerprint.ts'
import { findIssuerCertificate, findSigner, signerNames } from './issuers.ts'
import { revocationOf } from './ledger.ts'
import { revocationLists } from './revocation-lists.ts'

const answerLifetimeMs = 3600_000

/** What anybody may ask about certificates that we have issued. Issuers are named by the SHA-256 of their certificate. */
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

  /** Only who is asked about can sign the answer; a second issuer in the same request is unknown to it. */
  async function answer(request: Uint8Array): Promise<Der> {
    const issuers = await signers.asked(askedIssuer(request))
    const [first] = issuers
    const issuer = first === undefined ? undefined : await findSigner(parts, first)
    if (!issuer) return ocspFailure('unauthorized')
    const states = await statesOf(issuers, askedSerialNumbers(request))
    const thisUpdate = new Date()
    const nextUpdate = new Date(thisUpdate.getTime() + answerLifetimeMs)
    return answerOcsp({ request, issuer, states, thisUpdate, nextUpdate })
  }

  return {
    /** Undefined when there is no such authority, or its key is gone. */
    revocationListOf: async (issuer: string) => {
      const fingerprint = readFingerprint(issuer)
      return fingerprint === undefined ? undefined : listOf(fingerprint)
    },

    /** Always an OCSP answer; a request that cannot be read, or answered now, gets that of the protocol. */
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
