import { authorize, challengeMethod, responseType } from '#contract/identity/authorization.ts'
import { identityPaths } from '#contract/identity/pages.ts'
import { scopes } from '#contract/identity/scopes.ts'
import { getUserInfo, grantTypes, requestToken, revokeToken } from '#contract/identity/tokens.ts'

/** Authorization server metadata (RFC 8414) for this address. */
export const metadataAt = (issuer: string) => ({
  issuer,
  authorization_endpoint: issuer + authorize.path,
  token_endpoint: issuer + requestToken.path,
  revocation_endpoint: issuer + revokeToken.path,
  userinfo_endpoint: issuer + getUserInfo.path,
  service_documentation: issuer + identityPaths.index,
  scopes_supported: scopes.map(({ name }) => name),
  response_types_supported: [responseType],
  grant_types_supported: [...grantTypes],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
  code_challenge_methods_supported: [challengeMethod],
  authorization_response_iss_parameter_supported: true,
})
