import { asOnRealServers, type ConventionSetting } from './convention.ts'

/** Reason for an assumption of an operation, and its settings, if it is more than a silent reference. */
export type OperationReason = {
  operation: string
  /** Beginning of the assumption, or a word in it. */
  about: string
  why: string
  settings?: readonly ConventionSetting[]
}

export const operationReasons: readonly OperationReason[] = [
  {
    operation: 'desktop.discover',
    about: 'The path is',
    why: `${asOnRealServers}; the form of the response is ours`,
  },
  {
    operation: 'mdm.getApiRoot',
    about: 'The root is',
    why: 'The reference mentions a root without its URL',
    settings: ['dialect.apiRoot', 'dialect.prefix'],
  },
  {
    operation: 'mdm.listDevices',
    about: 'limit is',
    why: `${asOnRealServers}; the reference has only next, its skip-token and delta-token`,
    settings: ['dialect.omits'],
  },
  {
    operation: 'mdm.uploadFile',
    about: 'The file is',
    why: `${asOnRealServers}; the reference has no form for files, and key management states this one`,
    settings: ['dialect.operations'],
  },
  {
    operation: 'keys.importUnmanagedCertificates',
    about: 'The part is named',
    why: 'Every other upload of the reference has that name',
    settings: ['dialect.names'],
  },
  {
    operation: 'keys.deleteSshKey',
    about: 'withoutDisassociation',
    why: 'The reference accepts the field without stating its effect',
  },
  { operation: 'keys.discoverHost', about: 'TIMEOUT is', why: asOnRealServers },
  {
    operation: 'keys.createRequest',
    about: 'ALG is',
    why: 'The reference names the fields without their values',
  },
  {
    operation: 'identity.requestToken',
    about: 'expires_in is',
    why: 'The reference states milliseconds once, and uses 3600 for one hour',
  },
  {
    operation: 'identity.requestToken',
    about: 'Errors are',
    why: `RFC 6749, 5.2. ${asOnRealServers} that errors arrive with HTTP 200`,
  },
]
