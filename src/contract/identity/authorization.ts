import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

export const responseType = 'code'
export const accessTypes = ['online', 'offline'] as const
export const promptConsent = 'consent'
export const challengeMethod = 'S256'

/** Redirect URI path of a console, reached from the consent page. */
export const callbackPath = '/callback'

/** Parameters of the callback (RFC 6749, 4.1.2; RFC 9207). Untrusted: anyone can create such a URL. */
export const callbackParameters = z.object({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
  iss: z.optional(z.string()),
  /** The user's data center: its name, and its address. */
  location: z.optional(z.string()),
  'accounts-server': z.optional(z.string()),
})
export type CallbackParameters = z.output<typeof callbackParameters>

/** Parameter names, shared by both sides. Untrusted, since they come through the user's browser. */
const parameters = {
  client_id: z.string(),
  response_type: z.string(),
  redirect_uri: z.string(),
  scope: z.string(),
  state: z.optional(z.string()),
  access_type: z.optional(z.string()),
  prompt: z.optional(z.string()),
  code_challenge: z.optional(z.string()),
  code_challenge_method: z.optional(z.string()),
}
export type AuthorizationParameter = keyof typeof parameters

export const authorize = endpoint({
  id: 'identity.authorize',
  source:
    'desktop-management, Cloud OAuth: authorization request; mobile-device-management, Authentication: obtain a grant code',
  summary: 'Authorization page: the user signs in and accepts or denies the request of an application',
  method: 'GET',
  path: '/oauth/v2/auth',
  encoding: 'query',
  input: z.object(parameters),
  output: z.string(),
  responseType: 'sentence',
  permission: 'proxy',
  assumes: [
    'Sign-in and consent are forms that work without scripts',
    'An invalid client_id or redirect_uri returns a page; other errors redirect with error and state',
    'redirect_uri must match exactly; the demo client also accepts http://127.0.0.1/callback on any port',
    'Scopes beyond the permissions of the account are omitted; access_denied when none remain',
    'Consent is remembered for the same client and scopes unless prompt=consent',
    'A code_challenge must be S256; the code then needs its code_verifier',
    'iss names the identity provider (RFC 9207)',
  ],
})
