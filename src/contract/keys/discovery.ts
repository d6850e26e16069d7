import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { file, integer, record, text } from '#contract/wire.ts'
import { detailOf, perHost, rowsOf } from './result.ts'

const of = (row: number, apiName: string) =>
  ({
    source: `key-management ${row}`,
    path: `/api/pki/restapi/${apiName}`,
    encoding: 'input-data',
  }) as const

const seconds = z.string().regex(/^[1-9]\d{0,2}$/, 'must be a number of seconds')
const port = z.string().regex(/^[1-9]\d{0,4}$/, 'must be a port number')
const timeoutInSeconds = 'TIMEOUT is in seconds per host, at most 60'
const intoInventory =
  'All certificates that a host sends are kept in the inventory; after that the weaknesses of the host are looked for'

const mostHosts = 4096
/** Every host may take its whole TIMEOUT, 64 at once, and the job its turn. */
const timeoutSeconds = (hosts: number) => Math.ceil(hosts / 64) * 60 + 120

export const discoverHost = endpoint({
  ...of(25, 'sslCertSingleDiscovery'),
  id: 'keys.discoverHost',
  summary: 'Find the certificate of one host',
  target: ['HOST', 'PORT'],
  method: 'POST',
  input: z.object({ HOST: z.string().min(1).max(253), TIMEOUT: seconds, PORT: port }),
  output: perHost('sslCertSingleDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(1),
  assumes: [timeoutInSeconds, intoInventory],
})

export const discoverRange = endpoint({
  ...of(26, 'sslCertRangeDiscovery'),
  id: 'keys.discoverRange',
  summary: 'Find the certificates of a range of addresses',
  target: ['StartIpAddress', 'EndIpAddress', 'PORT'],
  method: 'POST',
  input: z.object({
    StartIpAddress: z.string().min(2).max(45),
    EndIpAddress: z.string().min(2).max(45),
    TIMEOUT: seconds,
    PORT: port,
  }),
  output: perHost('sslCertRangeDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(mostHosts),
  assumes: [timeoutInSeconds, intoInventory, 'A range of more than 4,096 addresses is refused before anything is sent'],
})

export const discoverFromFile = endpoint({
  ...of(27, 'sslCertFileBasedDiscovery'),
  id: 'keys.discoverFromFile',
  summary: 'Find the certificates of the hosts in a file, a line each: <host-or-ip>[ <port>]',
  target: ['FileName'],
  method: 'POST',
  encoding: 'multipart',
  input: z.object({
    FileName: z.string().min(1).max(255),
    TIMEOUT: seconds,
    PORT: z.int().min(1).max(65_535),
    File: file,
  }),
  output: perHost('sslCertFileBasedDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(mostHosts),
  assumes: [
    timeoutInSeconds,
    intoInventory,
    'The port of a line wins; a line without one means 443',
    'A host at a second port is named <host>:<port>, a line that names no host “line <number>”; # begins a comment',
  ],
})

export const listAudit = endpoint({
  ...of(41, 'getAuditDetails'),
  id: 'keys.listAudit',
  summary: 'Who did what in key management',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'getAuditDetails',
    record({ AUDITID: integer, OPERATION: text, DESCRIPTION: text, USERNAME: text, TIME: text }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.audit'],
  assumes: ['Newest first, at most the newest 10,000; totalRows counts all', 'TIME is ISO 8601 in UTC'],
})

export const countVulnerabilities = endpoint({
  ...of(42, 'getSSLVulnerabilityCount'),
  id: 'keys.countVulnerabilities',
  summary: 'How many hosts have which weakness',
  method: 'GET',
  input: z.object({}),
  output: detailOf(
    'getSSLVulnerabilityCount',
    record({
      SSLVulnerabilityCount: record({
        'Weak Cipher Suites': integer,
        'Poodle SSL': integer,
        Revoked: integer,
        'SSLv3 Enabled': integer,
        'No TLS1.2': integer,
        Heartbleed: integer,
      }),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'Hosts as they were after the last discovery that found them; what could not be told is not counted',
    'Revoked counts certificates of this service’s own authorities; those of others are asked for by nobody',
  ],
})

export const discoveryRows = { discoverHost, discoverRange, discoverFromFile }
export const reportRows = { listAudit, countVulnerabilities }
