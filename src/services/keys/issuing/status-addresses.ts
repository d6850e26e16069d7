import { statusEndings, statusPaths } from '#contract/keys/status.ts'
import type { StatusAddresses } from '#crypto/x509/certificate.ts'
import { nameInAddress } from './fingerprint.ts'

/** The addresses that certificates carry. The base is asked for each time: a port is known only once it is open. */
export const statusAddressesAt =
  (base: () => string) =>
  (issuer: string): StatusAddresses => ({
    crlUrl: `${base()}${statusPaths.lists}/${nameInAddress(issuer)}${statusEndings.lists}`,
    ocspUrl: `${base()}${statusPaths.ocsp}`,
    issuerUrl: `${base()}${statusPaths.issuers}/${nameInAddress(issuer)}${statusEndings.issuers}`,
  })
