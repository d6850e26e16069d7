/** Pages of our own; those of the protocol are rows. */
export const identityPaths = { index: '/', developer: '/developer', signOut: '/sign-out' } as const
