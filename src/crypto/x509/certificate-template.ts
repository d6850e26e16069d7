import type { AlternativeName } from './alternative-name.ts'
import { id_kp_clientAuth, id_kp_serverAuth } from '@peculiar/asn1-x509'

/**
 * How an authority derives certificates from requests: a template of the lab's external authority, or a certificate
 * profile.
 */
export interface CertificateTemplate {
  /** Whether it is for CA certificates. */
  authority: boolean
  /** Extended key usages, unless the request asks for fewer. */
  purposes: readonly string[]
  /** Extended key usages that a request may ask for. */
  allowed: readonly string[]
  /** Key usages by RFC 5280 names, limited to those possible for the key; by default, those of a TLS server. */
  keyUsages?: readonly string[]
  /** Extended key usages added if requested. */
  added?: readonly string[]
  /** Types of alternative name as which the common name is repeated; by default, any. */
  commonNameAs?: readonly AlternativeName['type'][]
}

export const certificateTemplates = {
  WebServer: { authority: false, purposes: [id_kp_serverAuth], allowed: [id_kp_serverAuth, id_kp_clientAuth] },
  SubCA: { authority: true, purposes: [], allowed: [] },
} as const satisfies Record<string, CertificateTemplate>

export type TemplateName = keyof typeof certificateTemplates
