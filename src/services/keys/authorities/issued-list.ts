import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { storable } from '#services/keys/certificate-store.ts'
import { findIssuerCertificate } from '#services/keys/issuing/issuers.ts'
import { everyIssuer, issuedBy, revocationOf } from '#services/keys/issuing/ledger.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { wireTime } from '#services/keys/wire-time.ts'

type Parts = Pick<KeyManagement, 'db'>
type Issued = ReturnType<typeof issuedBy> extends AsyncGenerator<(infer Row)[]> ? Row : never

/** Certificates issued by all authorities, including ones deleted from the inventory, which may still be in use. */
export async function listIssued(parts: Parts) {
  const rows = []
  for (const issuer of await everyIssuer(parts.db)) {
    const known = await findIssuerName(parts, issuer)
    for await (const some of issuedBy(parts.db, issuer)) {
      const name = known ?? some.find(({ issuer_name }) => issuer_name !== null)?.issuer_name ?? undefined
      for (const one of some) rows.push({ issuer, ...(name !== undefined && { issuerName: name }), ...wireOf(one) })
    }
  }
  return { rows }
}

async function findIssuerName(parts: Parts, issuer: string): Promise<string | undefined> {
  const der = await findIssuerCertificate(parts, issuer)
  if (!der) return undefined
  const { subject } = summarizeCertificate(der)
  return storable(subject.commonName || subject.text)
}

function wireOf(row: Issued) {
  const revocation = revocationOf(row)
  return {
    ...(row.id !== null && { CertID: row.id }),
    ...(row.common_name !== null && { commonName: row.common_name }),
    serialNumber: row.serial_number,
    sha256: row.sha256,
    ExpiryDate: wireTime(row.not_after),
    issuedAt: wireTime(row.issued_at),
    ...(revocation && { revokedAt: wireTime(revocation.at.getTime()), revoke_reason: revocation.reason }),
  }
}
