/** Path of the identity provider below the console's public address. */
export const publicIdentityPath = '/identity'

/** Pages of the identity provider for users; protocol addresses are endpoints. */
export const identityPaths = { index: '/', developer: '/developer', signOut: '/sign-out' } as const

/** Session cookie of the identity provider, independent of the console's session on the same host. */
export const identityCookie = '__Host-Http-triptych-identity'
