import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import type { IssuingForm } from '#components/issuing/form/issuing-form.ts'
import { toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { createAndFind, LostAnswer, sendOnce } from '#components/issuing/send.ts'
import { emptySignForm, toSignInput, type Authority } from '#components/issuing/sign-form.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { maxRows } from '#contract/page.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { createCertificate, signRequest } from '#contract/keys/requests.ts'
import type { Problem } from '#contract/problem.ts'

/** Value of `issuer` for a self-signed certificate. */
export const itself = 'itself'

export type Issuance = {
  /** Message of the server. */
  message: string
  certificate?: { id: string; commonName: string; serialNumber: string }
  /** The created request if it has not been signed, and the error of signing it. */
  request?: {
    id: string | undefined
    problem?: Problem
    /** The request could not be identified in the list, so it was not sent to the selected authority. */
    unidentified?: true
    /**
     * The response was lost: the request may have been signed.
     */ unsure?: boolean
  }
}

/** A self-signed certificate, or a request signed immediately by a root. */
export async function issue(form: IssuingForm, all: readonly Authority[]): Promise<Issuance> {
  const wish = toSubjectAndKey(form)
  if (form.issuer === itself) return selfSigned(wish)
  const { message, id } = await createAndFind(wish)
  if (form.issuer === '') return { message, request: { id } }
  if (id === undefined) return { message, request: { id, unidentified: true } }
  return { message, ...(await signMade(id, form, all)) }
}

/** Signs the new request with the selected authority. */
async function signMade(id: string, form: IssuingForm, all: readonly Authority[]): Promise<Omit<Issuance, 'message'>> {
  const days = form.validityType === 'days' ? form.validity : '' // other units are stored with the request
  try {
    const input = toSignInput(id, { ...emptySignForm, authority: form.issuer, days }, all)
    const { rows } = await sendOnce(signRequest, input)
    const [{ commonName, serialNumber, Certificate_ID } = {}] = rows
    if (!commonName || !serialNumber || Certificate_ID === undefined) return {}
    return { certificate: { id: String(Certificate_ID), commonName, serialNumber } }
  } catch (error) {
    // The request exists: sending the form again would create a duplicate.
    const unsure = error instanceof LostAnswer
    return { request: { id, problem: unsure ? error.problem : problemOf(error), unsure } }
  }
}

/**
 * Creates a self-signed certificate. The response does not identify it: it is the new one with this name in the list.
 */
async function selfSigned(wish: ReturnType<typeof toSubjectAndKey>): Promise<Issuance> {
  const commonName = wish.CNAME.normalize('NFC')
  const idsNow = async () => {
    const named = { name: commonName, fresh: true, limit: maxRows }
    const first = await call(findCertificates, { ...named, offset: 0 })
    const ids = first.rows.map(({ id }) => id)
    while (ids.length < first.total) {
      const { rows } = await call(findCertificates, { ...named, fresh: false, offset: ids.length })
      if (rows.length === 0) break
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
  const before = new Set(await idsNow())
  const { message } = await sendOnce(createCertificate, wish)
  const [id, ...more] = new Set((await idsNow().catch(() => [])).filter((one) => !before.has(one)))
  const serialNumber = id !== undefined && more.length === 0 ? await serialOf(commonName, id) : undefined
  return { message, ...(id && serialNumber && { certificate: { id, commonName, serialNumber } }) }
}

/** Undefined if the server does not report it; the certificate was still issued. */
async function serialOf(common_name: string, id: string): Promise<string | undefined> {
  const details = await call(getCertificateDetails, { common_name }).catch(() => undefined)
  return details?.rows.find(({ CertificateId }) => CertificateId === id)?.endpoint?.serial
}
