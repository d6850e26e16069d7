import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { file, integer, listOf, record, text } from '#contract/wire.ts'
import { discoveryJob, discoveryJobOfMany } from './jobs/discovery-job.ts'
import { detailOf, perHost, rowsOf } from './result.ts'
import { type Weakness, weaknesses } from './rules/weaknesses.ts'

const of = (apiName: string) =>
  ({
    source: `key-management, ${apiName}`,
    path: `/api/pki/restapi/${apiName}`,
    encoding: 'input-data',
  }) as const

/** The reference states no unit; some servers may use milliseconds. */
export const longestTimeout = 999_999_999
export const timeout = z.pipe(
  text,
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, `must be a number from 1 to ${longestTimeout}`)),
)
const port = z.pipe(text, z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'must be a port number')))
const timeoutInSeconds = 'TIMEOUT is in seconds per host, at most 60'
const intoInventory =
  'All certificates that a host presents are added to the inventory; then the host is checked for vulnerabilities'

const maxHosts = 4096
/** Each host may take the full TIMEOUT, 64 run concurrently, and the job may be queued. */
const timeoutSeconds = (hosts: number) => Math.ceil(hosts / 64) * 60 + 120

export const discoverHost = endpoint({
  ...of('sslCertSingleDiscovery'),
  id: 'keys.discoverHost',
  summary: 'Discover the certificate of one host',
  target: ['HOST', 'PORT'],
  method: 'POST',
  input: z.object({ HOST: z.string().check(z.minLength(1), z.maxLength(253)), TIMEOUT: timeout, PORT: port }),
  output: perHost('sslCertSingleDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(1),
  job: discoveryJob,
  assumes: [timeoutInSeconds, intoInventory],
})

export const discoverRange = endpoint({
  ...of('sslCertRangeDiscovery'),
  id: 'keys.discoverRange',
  summary: 'Discover the certificates of an IP address range',
  target: ['StartIpAddress', 'EndIpAddress', 'PORT'],
  method: 'POST',
  input: z.object({
    StartIpAddress: z.string().check(z.minLength(2), z.maxLength(45)),
    EndIpAddress: z.string().check(z.minLength(2), z.maxLength(45)),
    TIMEOUT: timeout,
    PORT: port,
  }),
  output: perHost('sslCertRangeDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(maxHosts),
  assumes: [timeoutInSeconds, intoInventory, 'Ranges of more than 4,096 addresses are rejected'],
})

export const discoverFromFile = endpoint({
  ...of('sslCertFileBasedDiscovery'),
  id: 'keys.discoverFromFile',
  summary: 'Discover the certificates of hosts in a file, one per line: <host-or-ip>[ <port>]',
  target: ['FileName'],
  method: 'POST',
  encoding: 'multipart',
  input: z.object({
    FileName: z.string().check(z.minLength(1), z.maxLength(255)),
    TIMEOUT: timeout,
    PORT: z.pipe(integer, z.int().check(z.minimum(1), z.maximum(65_535))),
    File: file,
  }),
  output: perHost('sslCertFileBasedDiscovery'),
  permission: 'KeyManagement_Write',
  changes: ['keys.certificate'],
  timeoutSeconds: timeoutSeconds(maxHosts),
  job: discoveryJobOfMany,
  assumes: [
    timeoutInSeconds,
    intoInventory,
    'The port of a line takes precedence; the default is 443',
    'A host with several ports is named <host>:<port>, an invalid line “line <number>”; # starts a comment',
    'A file without a host or with more than 100 invalid lines is refused',
  ],
})

export const listAudit = endpoint({
  ...of('getAuditDetails'),
  id: 'keys.listAudit',
  summary: 'Audit of key management',
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
  ...of('getSSLVulnerabilityCount'),
  id: 'keys.countVulnerabilities',
  summary: 'Host counts by vulnerability',
  method: 'GET',
  input: z.object({}),
  output: detailOf(
    'getSSLVulnerabilityCount',
    record({
      SSLVulnerabilityCount: record(
        Object.fromEntries(weaknesses.map((name) => [name, integer])) as Record<Weakness, typeof integer>,
      ),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'Hosts as of the last discovery; unknown results are not counted',
    'Revoked counts only certificates of internal authorities',
  ],
})

/** The reference returns counts without hosts; an extension. */
export const listWeakHosts = endpoint({
  id: 'keys.listWeakHosts',
  source: 'extension of key-management, getSSLVulnerabilityCount',
  summary: 'Hosts with vulnerabilities, and what could not be tested',
  method: 'GET',
  path: '/api/pki/own/listWeakHosts',
  encoding: 'json',
  input: z.object({}),
  output: rowsOf(
    'listWeakHosts',
    record({
      Host: text,
      Port: integer,
      /** Names as in the counts. */
      Weaknesses: listOf(text),
      /** IANA names. */
      WeakCipherSuites: listOf(text),
      NotTested: listOf(text),
      CheckedAt: text,
      /** For a revoked certificate. */
      CertID: integer,
      CommonName: text,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'One row per host and port, and one per revoked certificate, at the host where it was last seen',
    'NotTested lists what a host did not answer in time',
  ],
})

export const discoveryRows = { discoverHost, discoverRange, discoverFromFile }
export const reportRows = { listAudit, countVulnerabilities }
export const weakHostRows = { listWeakHosts }
