import { findAccess, findAssociations, readAccountKeys } from './access-list.ts'
import { findCertificates, findIssuers } from './certificate-list.ts'
import { findHosts } from './host-list.ts'
import { findIssued } from './issued-list.ts'
import { findRequests } from './request-list.ts'
import { findSshKeys } from './ssh-key-list.ts'
import { findSshUsers } from './ssh-user-list.ts'

export const lists = {
  findCertificates,
  findIssuers,
  findIssued,
  findRequests,
  findSshKeys,
  findAssociations,
  findAccess,
  findHosts,
  findSshUsers,
  readAccountKeys,
}
