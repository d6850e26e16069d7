/** Base path of certificate status services. */
export const statusPath = '/pki'

/** Revocation lists, OCSP and issuer certificates below that path. Lists and issuers are identified by fingerprint. */
export const statusPaths = { lists: '/crl', ocsp: '/ocsp', issuers: '/issuers' } as const

export const statusEndings = { lists: '.crl', issuers: '.cer' } as const

/** SHA-256 of an issuer's certificate in a path. */
export const fingerprintPattern = '[0-9a-f]{64}'
