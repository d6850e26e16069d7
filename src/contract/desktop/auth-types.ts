/** Where an account is kept. Apart from `authentication.ts`, which the sign-in page does not need. */
export const authTypes = ['local_authentication', 'ad_authentication'] as const
export type AuthType = (typeof authTypes)[number]
