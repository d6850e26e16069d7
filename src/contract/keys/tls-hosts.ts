/** Observed TLS hosts. The reference reports certificates and weakness counts, but no hosts; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { detailOf, rowsOf } from './result.ts'

const own = extensionOf('sslCertSingleDiscovery')
const of = <const N extends string>(name: N) =>
  ({ ...own(name), method: 'POST', permission: 'KeyManagement_Read', reads: ['keys.certificate'] }) as const

/** State of a host, worst first: urgent problems, other problems, untested, healthy. */
export const hostStates = ['bad', 'warn', 'untested', 'ok'] as const
export type HostState = (typeof hostStates)[number]

const place = {
  Host: z.string().check(z.minLength(1), z.maxLength(253)),
  Port: z.int().check(z.minimum(1), z.maximum(65_535)),
}

/** A certificate; without CertID if it is not, or no longer, in the inventory. */
const named = { CertID: integer, CommonName: text }

const served = record({
  ...named,
  /** Clients by key type to which it is presented: RSA or ECDSA. */
  ShownTo: listOf(text),
  Key: text,
  Issuer: text,
  SerialNumber: text,
  sha256: text,
  FromDate: text,
  ExpiryDate: text,
  SeenAt: text,
  /** issued, imported or discovered. */
  Origin: text,
  /** yes, no or untested. */
  NameMatch: text,
  Names: listOf(text),
  NameCount: integer,
  /** complete, incomplete or unknown. */
  Chain: text,
  /** public, inventory, self-signed or unknown. */
  Trust: text,
  Root: text,
  Missing: listOf(text),
  Sent: listOf(record({ Name: text, Issuer: text, ExpiryDate: text, sha256: text })),
  /** no, revoked, held or unknown. */
  Revoked: text,
  RevokedAt: text,
  revoke_reason: integer,
  /** A later certificate of this name and key type that this host does not present. */
  Newer: record({ ...named, FromDate: text }),
})

const tlsHost = record({
  Host: text,
  Port: integer,
  Address: text,
  CheckedAt: text,
  TriedAt: text,
  /** Why the last check failed. */
  Failure: text,
  /** yes, no or unknown. */
  Protocols: listOf(record({ Name: text, Offered: text })),
  Vulnerabilities: listOf(record({ Name: text, Found: text })),
  WeakCipherSuites: listOf(text),
  VulnerabilitiesAt: text,
  /** certificate, none or unknown. */
  KeyKinds: listOf(record({ Name: text, Result: text })),
  Certificates: listOf(served),
  LastDiscovered: record({ ...named, SeenAt: text, ExpiryDate: text }),
  Deployments: listOf(record({ serverName: text, ...named, DeployedAt: text, DeployedBy: text, isServed: flag })),
  Elsewhere: listOf(record({ Host: text, Port: integer, ...named, SeenAt: text })),
})

export const listTlsHosts = endpoint({
  ...of('listTlsHosts'),
  summary: 'TLS hosts with their problems, by page',
  input: z.object({
    search: z.optional(z.string().check(z.maxLength(200))),
    state: z.optional(z.enum(hostStates)),
    offset: z.optional(z.int().check(z.minimum(0))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
  }),
  output: rowsOf(
    'listTlsHosts',
    record({
      Host: text,
      Port: integer,
      State: text,
      Problems: listOf(text),
      ...named,
      ExpiryDate: text,
      CheckedAt: text,
      TriedAt: text,
      SeenAt: text,
    }),
  ),
  assumes: [
    'One row per host and port where a discovery found a certificate, or that a deployment server presents its certificate at',
    'The worst first; totalRows counts all that match',
    'State is bad, warn, untested or ok; a host that could not be tested completely is not ok',
  ],
})

export const getTlsHost = endpoint({
  ...of('getTlsHost'),
  summary: 'Check results of one TLS host',
  target: ['Host', 'Port'],
  input: z.object(place),
  output: detailOf('getTlsHost', tlsHost),
  assumes: [
    'Hosts are checked after each discovery and deployment; CheckedAt is when that was, absent if it never was',
    'Revoked is known of certificates of internal authorities only, by their own records',
    'Trust is public for Mozilla’s list of roots, inventory for roots that were created or imported here',
    'Newer has a later start, the same common name and kind of key, and was issued or imported here',
  ],
})

export const getCertificateUse = endpoint({
  ...of('getCertificateUse'),
  summary: 'Where a certificate was issued, deployed and seen',
  target: ['CertID'],
  input: z.object({ CertID: z.string().check(z.regex(/^\d{1,15}$/, 'must be the number of a certificate')) }),
  output: detailOf(
    'getCertificateUse',
    record({
      Origin: text,
      AddedAt: text,
      AddedBy: text,
      IssuedAt: text,
      IssuedBy: text,
      Deployments: listOf(
        record({
          serverName: text,
          ResourceName: text,
          certificatePath: text,
          tlsAddress: text,
          DeployedAt: text,
          DeployedBy: text,
          /** The certificate deployed there later. */
          ReplacedBy: record({ ...named, DeployedAt: text }),
          /** Whether the server presents it: yes, no or unknown, and the time of that observation. */
          Presented: text,
          PresentedAt: text,
        }),
      ),
      Served: listOf(
        record({ Host: text, Port: integer, Address: text, SeenAt: text, State: text, Problems: listOf(text) }),
      ),
      /** Later certificates of this name and key type, and earlier ones that hosts still present. */
      Newer: listOf(record({ ...named, FromDate: text, Hosts: listOf(text) })),
      Older: listOf(record({ ...named, ExpiryDate: text, Hosts: listOf(text) })),
    }),
  ),
  assumes: ['ReplacedBy is the certificate that was deployed to the same server last, if that is another one'],
})

export const tlsHostRows = { listTlsHosts, getTlsHost, getCertificateUse }
