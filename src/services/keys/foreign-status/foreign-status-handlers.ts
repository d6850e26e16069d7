import type { foreignStatusRows } from '#contract/keys/foreign-status.ts'
import type { Der } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { type CertificateSummary, summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import type { CertificateState } from '#crypto/x509/ocsp.ts'
import { createOcspQuestion } from '#crypto/x509/foreign/ocsp-check.ts'
import { type Certificate, derOf, findIssuerInStore } from '#services/keys/certificate-store.ts'
import { certificatesOf } from '#services/keys/hosts/stored-certificates.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { fetchStatus } from './fetch-status.ts'

const maxBytes = { OCSP: 64 * 1024, CRL: 16 * 1024 * 1024 } as const
const maxAddresses = 4
const readingMs = 10_000
const heldReason = 6

type Method = keyof typeof maxBytes
type Address = { Method: Method; Url: string }
type Answer = Address & { Outcome: string; Message?: string }
type CheckedCertificate = { certificate: Certificate; summary: CertificateSummary; addresses: Address[] }

/** Extension: revocation status of certificates at external authorities. */
export function foreignStatusHandlers(parts: KeyManagement): Handlers<typeof foreignStatusRows, KeyCall> {
  const { db, audit } = parts
  return {
    getForeignStatus: async ({ CertID }) => {
      const { certificate, addresses } = await requireForeign(parts, CertID)
      const last = await db
        .selectFrom('key_foreign_status')
        .selectAll()
        .where('sha256', '=', certificate.sha256)
        .executeTakeFirst()
      return { Addresses: addresses, ...(last && told(last)) }
    },

    checkForeignStatus: async ({ CertID }, call) => {
      const { certificate, addresses } = await requireForeign(parts, CertID)
      if (addresses.length === 0) throw refused('CertID', 'The certificate contains no OCSP or CRL address')
      const issuer = await findIssuerInStore(db, certificate)
      if (!issuer) {
        throw refused(
          'CertID',
          'The certificate of its issuer is not stored; import it, so that answers can be verified',
        )
      }
      const title = `Certificate “${certificate.common_name}” (serial number ${certificate.serial_number})`
      await audit.note(call, `${title}: revocation status requested from ${addresses.map(({ Url }) => Url).join(', ')}`)
      const { state, answers } = await askAll(parts, addresses, {
        certificate: derOf(certificate),
        issuer: derOf(issuer),
      })
      const row = { sha256: certificate.sha256, ...columnsOf(state), answers: JSON.stringify(answers) }
      const saved = { ...row, asked_at: Date.now(), asked_by: call.username }
      await db
        .insertInto('key_foreign_status')
        .values(saved)
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet(saved))
        .execute()
      return { Addresses: addresses, ...told(saved) }
    },
  }
}

async function requireForeign({ db }: Pick<KeyManagement, 'db'>, id: string): Promise<CheckedCertificate> {
  const certificate = await db.selectFrom('key_certificate').selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (!certificate) throw refused('CertID', `There is no certificate with the number ${id}`)
  const kept = (await certificatesOf(db, { ids: [certificate.id], sha256: [] })).get(certificate.sha256)
  if (kept && kept.issued_at !== null) {
    throw refused('CertID', 'It was issued by an internal authority, which records whether it is revoked')
  }
  const summary = summarizeCertificate(derOf(certificate))
  const addresses = [
    ...summary.ocspUrls.map((Url): Address => ({ Method: 'OCSP', Url })),
    ...summary.crlUrls.map((Url): Address => ({ Method: 'CRL', Url })),
  ].slice(0, maxAddresses)
  return { certificate, summary, addresses }
}

type Pair = { certificate: Der; issuer: Der }

/** Requests addresses in order, until one provides a valid status. */
async function askAll(parts: KeyManagement, addresses: readonly Address[], pair: Pair) {
  const answers: Answer[] = []
  for (const address of addresses) {
    try {
      const state = await askOne(parts, address, pair)
      answers.push({ ...address, Outcome: outcomeOf(state) })
      if (state !== 'unknown') return { state, answers }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answers.push({ ...address, Outcome: 'failed', Message: error.message })
    }
  }
  return { state: 'unknown' as const, answers }
}

/** Parsed in a worker, since the response is untrusted. */
async function askOne({ work, addressOfHost = nobody }: KeyManagement, { Method, Url }: Address, pair: Pair) {
  const wish = { url: Url, maxBytes: maxBytes[Method], addressOf: addressOfHost }
  const options = { deadlineMs: readingMs }
  if (Method === 'OCSP') {
    const question = createOcspQuestion(pair.certificate, pair.issuer)
    const answer = await fetchStatus({ ...wish, question: question.request })
    return work.run('readOcspAnswer', [answer, question], options)
  }
  const { state } = await work.run('stateInRevocationList', [await fetchStatus(wish), pair], options)
  return state
}

const nobody = (): Promise<string> =>
  Promise.reject(new Refusal('not-allowed', 'This service does not connect to other hosts'))

const outcomeOf = (state: CertificateState | 'unknown') =>
  typeof state === 'string' ? state : state.reason === heldReason ? 'held' : 'revoked'

const columnsOf = (state: CertificateState | 'unknown') => ({
  state: outcomeOf(state),
  revoked_at: typeof state === 'string' ? null : state.at.getTime(),
  reason: typeof state === 'string' ? null : state.reason,
})

const told = ({ state, answers, revoked_at, reason, asked_at, asked_by }: KeyTables['key_foreign_status']) => ({
  State: state,
  Answers: JSON.parse(answers) as Answer[],
  AskedAt: wireTime(asked_at),
  AskedBy: asked_by,
  ...(revoked_at !== null && { RevokedAt: wireTime(revoked_at) }),
  ...(reason !== null && { revoke_reason: reason }),
})
