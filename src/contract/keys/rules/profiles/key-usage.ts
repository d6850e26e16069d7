/**
 * Key usages and extended key usages, with object identifiers (RFC 5280, 4.2.1.3 and 4.2.1.12, and other standards).
 */

export const keyUsages = {
  digitalSignature: 'Digital signature',
  nonRepudiation: 'Non-repudiation',
  keyEncipherment: 'Key encipherment (RSA keys)',
  dataEncipherment: 'Data encipherment (RSA keys)',
  keyAgreement: 'Key agreement (EC keys)',
  keyCertSign: 'Certificate signing',
  cRLSign: 'CRL signing',
} as const
export type KeyUsage = keyof typeof keyUsages
export const keyUsageNames = Object.keys(keyUsages) as KeyUsage[]

/** Key usages for CA certificates only. */
export const authorityUsages: readonly KeyUsage[] = ['keyCertSign', 'cRLSign']

export const purposes = {
  serverAuth: { oid: '1.3.6.1.5.5.7.3.1', label: 'TLS server' },
  clientAuth: { oid: '1.3.6.1.5.5.7.3.2', label: 'TLS client' },
  emailProtection: { oid: '1.3.6.1.5.5.7.3.4', label: 'Email protection (S/MIME)' },
  codeSigning: { oid: '1.3.6.1.5.5.7.3.3', label: 'Code signing' },
  timeStamping: { oid: '1.3.6.1.5.5.7.3.8', label: 'Time stamping' },
  OCSPSigning: { oid: '1.3.6.1.5.5.7.3.9', label: 'OCSP signing' },
  smartcardLogon: { oid: '1.3.6.1.4.1.311.20.2.2', label: 'Smart card logon' },
  documentSigning: { oid: '1.3.6.1.5.5.7.3.36', label: 'Document signing' },
  ipsecIKE: { oid: '1.3.6.1.5.5.7.3.17', label: 'IPsec (IKE)' },
  eapOverLAN: { oid: '1.3.6.1.5.5.7.3.14', label: 'EAP over LAN' },
} as const satisfies Record<string, { oid: string; label: string }>
export type Purpose = keyof typeof purposes
export const purposeNames = Object.keys(purposes) as Purpose[]

const isPurpose = (name: string): name is Purpose => Object.hasOwn(purposes, name)
export const isObjectIdentifier = (text: string) => /^[0-2](\.(0|[1-9]\d{0,15})){2,20}$/.test(text)

/** OID of a known purpose; other values are returned unchanged. */
export const purposeOid = (name: string): string => (isPurpose(name) ? purposes[name].oid : name)
/** Label of a known purpose; other values are returned unchanged. */
export const purposeText = (name: string): string => {
  const found = purposeNames.find((one) => one === name || purposes[one].oid === name)
  return found ? purposes[found].label : name
}
export const keyUsageText = (name: string): string =>
  Object.hasOwn(keyUsages, name) ? keyUsages[name as KeyUsage].replace(/ \(.*\)$/, '') : name
