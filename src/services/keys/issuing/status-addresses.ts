import type { StatusAddresses } from '#crypto/x509/certificate.ts'
import { nameInAddress } from './fingerprint.ts'

/** Where the status pages are served, below the address that they are mounted at. */
export const statusPaths = { lists: '/crl', ocsp: '/ocsp', issuers: '/issuers' } as const

/** The addresses that certificates carry. The base is asked for each time: a port is known only once it is open. */
export const statusAddressesAt =
  (base: () => string) =>
  (issuer: string): StatusAddresses => ({
    crlUrl: `${base()}${statusPaths.lists}/${nameInAddress(issuer)}.crl`,
    ocspUrl: `${base()}${statusPaths.ocsp}`,
    issuerUrl: `${base()}${statusPaths.issuers}/${nameInAddress(issuer)}.cer`,
  })
