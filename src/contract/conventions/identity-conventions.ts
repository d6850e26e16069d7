import { tokenTypes } from '#contract/identity/tokens.ts'
import { conventionsOf, type OwnConvention } from './convention.ts'

const all: OwnConvention[] = [
  {
    topic: 'Spelling of token_type',
    choice: `${tokenTypes.standard}, for self-clients ${tokenTypes.selfClient}; any letter case is read`,
    why: 'The reference has bearer and Bearer',
    settings: [],
  },
  {
    topic: 'Scheme before an access token',
    choice: 'Vendor-oauthtoken, or the name of a connection; the embedded services take Bearer as well',
    why: 'The reference replaced a vendor name',
    settings: ['dialect.names'],
  },
  {
    topic: 'Names of scopes',
    choice: 'DesktopManagement.restapi.READ, DeviceManagement.MDMInventory.READ and so on; others by configuration',
    why: 'The first part of each scope is a placeholder in the reference',
    settings: ['identity.scopes'],
  },
  {
    topic: 'Where token parameters travel',
    choice: 'In a form body; in the query where configured',
    why: 'The reference states the query; the body keeps codes and secrets out of logs',
    settings: ['identity.parameters_in'],
  },
  {
    topic: 'Data center of a user',
    choice: 'accounts-server of a callback and api_domain of a token response are used only if they are listed',
    why: 'No callback may decide where a secret is sent',
    settings: ['identity.accounts_servers', 'identity.api_domains'],
  },
  {
    topic: 'Where the identity provider is found',
    choice: 'The embedded one publishes its addresses and scopes at /.well-known/oauth-authorization-server',
    why: 'RFC 8414; the reference has a placeholder for its address',
    settings: ['TRIPTYCH_PUBLIC_URL'],
  },
]

export const identityConventions = conventionsOf('identity', all)
