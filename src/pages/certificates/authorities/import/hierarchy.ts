/** Plans the import of CA certificates, one by one. Loaded when a file is selected. */
import { call } from '#api/call.ts'
import type { Plan } from '#components/bulk/plan.ts'
import { certificatesIn, type FoundCertificate, isSelfIssued } from '#components/issuing/read/certificates-in.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import { serverNow } from '#ui/values/clock.ts'

const max = 200
const concurrency = 4

/** Issuers come before the certificates that they issued. Throws if the file contains no certificate. */
export async function hierarchyIn(file: Uint8Array): Promise<Plan<FoundCertificate>[]> {
  const found = certificatesIn(file)
  if (found.length === 0)
    throw new Problem('INVALID_INPUT', 'The file contains no certificate. Key stores are imported with their password')
  if (found.length > max) throw new Problem('INVALID_INPUT', `The file contains more than ${max} certificates`)
  const plans: Plan<FoundCertificate>[] = []
  const ordered = found.toSorted((one, other) => depthOf(one, found) - depthOf(other, found))
  for (let at = 0; at < ordered.length; at += concurrency) {
    plans.push(...(await Promise.all(ordered.slice(at, at + concurrency).map((one) => planOf(one, found)))))
  }
  return plans
}

async function planOf(one: FoundCertificate, all: readonly FoundCertificate[]): Promise<Plan<FoundCertificate>> {
  const { subject, issuer, serialNumber, notAfter, authority, der } = one
  const isExpired = notAfter.getTime() <= serverNow()
  const hasIssuer = isSelfIssued(one) || all.some(({ subjectName }) => subjectName === one.issuerName)
  const isIssuerKnown = hasIssuer || (await serialsOf(issuer.commonName)).length > 0
  const isThere = (await serialsOf(subject.commonName)).includes(serialNumber)
  return {
    id: `${one.issuerName} ${serialNumber} ${der.length}`,
    name: subject.text || 'No subject',
    item: one,
    effects: [
      isSelfIssued(one) ? 'Root, added.' : `Issued by ${issuer.text}, added.`,
      ...(isExpired ? [`Expired ${absoluteTime(notAfter)}.`] : []),
      ...(isIssuerKnown ? [] : ['Its issuer is missing: it is neither in the file nor in the inventory.']),
    ],
    refusal: !authority
      ? 'Not a CA certificate. Import it under Certificates.'
      : isThere
        ? `Already in the inventory.${isExpired ? ' Expired.' : ''}`
        : undefined,
  }
}

/** Serial numbers of the inventory's certificates with a common name; empty if the server rejects the name. */
async function serialsOf(common_name: string | undefined): Promise<string[]> {
  if (!common_name) return []
  const details = await call(getCertificateDetails, { common_name }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'REFUSED') return undefined
    throw error
  })
  return (details?.rows ?? []).map(({ endpoint }) => plain(endpoint?.serial))
}

const plain = (serial = '') =>
  serial
    .replaceAll(':', '')
    .toLowerCase()
    .replace(/^0+(?=.)/, '')

/** Number of certificates of the file above this one in its chain. */
function depthOf(
  one: FoundCertificate,
  all: readonly FoundCertificate[],
  seen: readonly FoundCertificate[] = [],
): number {
  const above = isSelfIssued(one) ? undefined : all.find(({ subjectName }) => subjectName === one.issuerName)
  return above && !seen.includes(above) ? 1 + depthOf(above, all, [...seen, one]) : 0
}
