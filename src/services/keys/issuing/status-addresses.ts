import { statusEndings, statusPaths } from '#contract/keys/status.ts'
import type { StatusAddresses } from '#crypto/x509/certificate.ts'
import { nameInAddress } from './fingerprint.ts'

/**
 * Status addresses in certificates. The base is evaluated on each call, since the port is known only after listening.
 */
export const statusAddressesAt =
  (base: () => string) =>
  (issuer: string): StatusAddresses => ({
    crlUrl: `${base()}${statusPaths.lists}/${nameInAddress(issuer)}${statusEndings.lists}`,
    ocspUrl: `${base()}${statusPaths.ocsp}`,
    issuerUrl: `${base()}${statusPaths.issuers}/${nameInAddress(issuer)}${statusEndings.issuers}`,
  })
