/** Where the status of certificates is served, below the address of whoever serves it. */
export const statusPath = '/pki'

/** Revocation lists, OCSP and issuer certificates, below that path. Lists and issuers are named by a fingerprint. */
export const statusPaths = { lists: '/crl', ocsp: '/ocsp', issuers: '/issuers' } as const

export const statusEndings = { lists: '.crl', issuers: '.cer' } as const

/** The SHA-256 of an issuer's certificate, as it stands in an address. */
export const fingerprintPattern = '[0-9a-f]{64}'
