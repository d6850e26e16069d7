import { id_kp_clientAuth, id_kp_serverAuth } from '@peculiar/asn1-x509'

/** What an authority makes of a request: the two templates of the lab's external authority. */
export interface CertificateTemplate {
  /** Whether the certificate may itself issue. */
  authority: boolean
  /** What the key may be used for, unless the request asks for less. */
  purposes: readonly string[]
  /** What a request may ask for. */
  allowed: readonly string[]
}

export const certificateTemplates = {
  WebServer: { authority: false, purposes: [id_kp_serverAuth], allowed: [id_kp_serverAuth, id_kp_clientAuth] },
  SubCA: { authority: true, purposes: [], allowed: [] },
} as const satisfies Record<string, CertificateTemplate>

export type TemplateName = keyof typeof certificateTemplates
