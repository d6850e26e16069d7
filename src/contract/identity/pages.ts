/** Where the identity provider is found below the public address of the console. */
export const publicIdentityPath = '/identity'

/** Pages for people, below the address of the identity provider; those of the protocol are endpoints. */
export const identityPaths = { index: '/', developer: '/developer', signOut: '/sign-out' } as const

/** Of a browser that is signed in there. Not the console's: another part, another session, on the same host. */
export const identityCookie = '__Host-Http-triptych-identity'
