import type { AlternativeName } from './alternative-name.ts'
import { id_kp_clientAuth, id_kp_serverAuth } from '@peculiar/asn1-x509'

/** What an authority makes of a request: a template of the lab's external authority, or a profile of our own. */
export interface CertificateTemplate {
  /** Whether the certificate may itself issue. */
  authority: boolean
  /** What the key may be used for, unless the request asks for less. */
  purposes: readonly string[]
  /** What a request may ask for. */
  allowed: readonly string[]
  /** By the names of RFC 5280, as far as the algorithm of the key can do it; without them, those of a TLS server. */
  keyUsages?: readonly string[]
  /** Purposes that come in addition where the request asks for them. */
  added?: readonly string[]
  /** As which types of alternative name the common name is repeated; without them as any. */
  commonNameAs?: readonly AlternativeName['type'][]
}

export const certificateTemplates = {
  WebServer: { authority: false, purposes: [id_kp_serverAuth], allowed: [id_kp_serverAuth, id_kp_clientAuth] },
  SubCA: { authority: true, purposes: [], allowed: [] },
} as const satisfies Record<string, CertificateTemplate>

export type TemplateName = keyof typeof certificateTemplates
