/** Checks a certificate file for a request before it is sent. Loaded when a file is selected. */
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { requestFileQuery, requestsOfName } from '#components/issuing/requests-query.ts'
import { certificatesIn, chainIn, type FoundCertificate, pemOf } from '#components/issuing/read/certificates-in.ts'
import { hex } from '#components/issuing/read/pem.ts'
import type { Subject } from '#components/issuing/read/names.ts'
import { requestFacts } from '#components/issuing/read/read-request.ts'
import { isZip } from '#components/bulk/archive.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'

export type Missing = {
  name: string
  /** The file contains no issuer at all, so that the missing one is an intermediate and not a root known to clients. */
  isNext: boolean
}
export type Answer = {
  /** The file to send. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> }
  /** Why the certificate does not match the request; undefined if it does, or if only the service can tell. */
  refusal?: string
  /** Issuer that is neither in the file nor in the inventory. */
  missing?: Missing
}

/** `spki`: public key of the request in hexadecimal; undefined if unknown. */
export async function examineAnswer(id: string, chosen: File, spki: string | undefined): Promise<Answer> {
  const bytes = new Uint8Array(await chosen.arrayBuffer())
  const file = { name: chosen.name, bytes }
  const found = certificatesIn(bytes)
  if (found.length === 0)
    return isZip(bytes) ? { file, refusal: 'The zip archive contains no certificate. Choose another file.' } : { file }
  // The API accepts no zip archives, so their content is sent as PEM.
  const sent = isZip(bytes) ? { name: chosen.name.replace(/\.zip$/i, '') + '.pem', bytes: pemOf(found) } : file
  const own = spki === undefined ? leafOf(found) : found.find((one) => one.spki === spki)
  if (!own) return { file: sent, refusal: await otherRequest(id, leafOf(found)) }
  const { chain, missing } = chainIn(own, found)
  if (!missing || (await isInInventory(missing))) return { file: sent }
  return { file: sent, missing: { name: missing.text, isNext: chain.length === 1 } }
}

/** The certificate that issued none of the others. */
const leafOf = (found: readonly FoundCertificate[]) =>
  found.find((one) => !one.authority && !found.some(({ issuerName }) => issuerName === one.subjectName)) ?? found[0]

/** Whether the inventory has a certificate with this common name; false for a name without one. */
async function isInInventory({ commonName }: Subject): Promise<boolean> {
  if (!commonName) return false
  const details = await call(getCertificateDetails, { common_name: commonName }).catch(() => undefined)
  return details?.rows.some(({ certtype }) => !/end entity/i.test(certtype ?? '')) ?? false
}

const maxRequests = 20

/** Error text that names the request with this public key, if there is one with the same names. */
async function otherRequest(id: string, own: FoundCertificate | undefined): Promise<string> {
  const wrong = `The certificate in this file has another key. It does not answer request ${id}.`
  const names = [...new Set([own?.subject.commonName, ...(own?.names ?? [])])].filter((name) => name !== undefined)
  for (const name of names.slice(0, 5)) {
    const listed = await queryClient.query(requestsOfName(name, maxRequests)).catch(() => undefined)
    for (const { request } of listed?.rows ?? []) {
      const number = String(request.CSR_ID ?? '')
      if (number !== '' && number !== id && (await keyOf(number)) === own?.spki)
        return `${wrong} It answers request ${number} for ${request.DOMAIN_NAME || 'no name'}. Import it there.`
    }
  }
  return `${wrong} No other request with its names has this key.`
}

async function keyOf(id: string): Promise<string | undefined> {
  const file = await queryClient.query(requestFileQuery(id)).catch(() => undefined)
  const facts = file ? requestFacts(file.bytes) : undefined
  return facts && hex(facts.spki)
}
