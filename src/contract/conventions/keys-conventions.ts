import { asOnRealServers, conventionsOf, type OwnConvention } from './convention.ts'

const all: OwnConvention[] = [
  {
    topic: 'Formats of exported files',
    choice: 'Keys in OpenSSH form, certificates as PEM or as fileType says, key stores in their store type',
    why: 'The reference does not show the bodies of files',
    settings: [],
  },
  {
    topic: 'States of keys and certificates',
    choice: 'Derived: expired by date, revoked by the revocation list of its issuer, associated by its associations',
    why: 'The reference names moves and no states',
    settings: [],
  },
  {
    topic: 'Events',
    choice: 'None are expected: pages refetch their data',
    why: 'The reference shows no events',
    settings: [],
  },
  {
    topic: 'Errors',
    choice:
      'HTTP 200 with result.status "Failed" or Status and Message; 401 for a wrong AUTHTOKEN, 400 for INPUT_DATA that cannot be read',
    why: `The reference shows no errors. ${asOnRealServers}`,
    settings: [],
  },
  {
    topic: 'Unknown operations and methods',
    choice: '404 for an unknown api_name, 405 for another method; names are case-sensitive',
    why: 'HTTP has these status codes, and names are exact according to the reference',
    settings: [],
  },
  {
    topic: 'Rate limits',
    choice: '60 secrets a minute for each key, then 429 with Retry-After',
    why: 'The reference shows no limits; a leaked key must not empty the vault unnoticed',
    settings: [],
  },
  {
    topic: 'Request size',
    choice: 'INPUT_DATA up to the header limit of 64 kB in the query; longer input travels in the body',
    why: 'The reference shows no limits',
    settings: ['dialect.inputData'],
  },
  {
    topic: 'Where INPUT_DATA of a POST travels',
    choice: 'In the query, as the reference states; in a form body if set on the connection',
    why: 'Queries are written to access logs, and some servers read the body only',
    settings: ['dialect.inputData'],
  },
  {
    topic: 'AUTHTOKEN in the address',
    choice: 'Accepted by the embedded service, never used by the console',
    why: 'The reference states both forms; addresses are written to logs',
    settings: ['TRIPTYCH_KEY_IN_URL'],
  },
  {
    topic: 'Header of the credential',
    choice: 'AUTHTOKEN, or the header that a connection names',
    why: 'Servers behind a gateway take the key elsewhere',
    settings: ['dialect.credentialHeader'],
  },
  {
    topic: 'Networks that discovery may scan',
    choice: 'Public networks always, private ones when configured; 4,096 addresses at most',
    why: 'A server that scans for others must not expose its own network',
    settings: ['TRIPTYCH_DISCOVERY_NETWORKS'],
  },
  {
    topic: 'Templates of the external certification authority',
    choice: 'templateName is sent as typed; a connection lists those that cannot issue CA certificates',
    why: 'The reference lists no templates, and issuing a CA needs a higher permission',
    settings: ['dialect.endEntityTemplates'],
  },
  {
    topic: 'Name of the external certification authority',
    choice: 'EXTCA and revokeEXTCACertificate, or the names of a connection',
    why: 'The reference replaced a product name',
    settings: ['dialect.names'],
  },
  {
    topic: 'Versions',
    choice: 'None: the path has no version',
    why: 'The reference shows no versioning',
    settings: [],
  },
]

export const keysConventions = conventionsOf('keys', all)
