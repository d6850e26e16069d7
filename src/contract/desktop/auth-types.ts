/** Account sources. Separate from `authentication.ts`, so that the sign-in page does not load it. */
export const authTypes = ['local_authentication', 'ad_authentication'] as const
export type AuthType = (typeof authTypes)[number]
