import type { FleetField } from './field.ts'

const partOf = (name: string, label: string, kind: FleetField['kind'], alias: string): FleetField => ({
  name,
  label,
  kind,
  section: 'certificates',
  aliases: [alias],
  part: 'certificate',
})

/** Values of each certificate of a device. Conditions on several of them apply to the same certificate. */
export const certificateParts: readonly FleetField[] = [
  partOf('certificatename', 'Certificate name', 'text', 'certificate_name'),
  partOf('certificatesubjectname', 'Certificate subject', 'text', 'certificate_subject'),
  partOf('certificateissuername', 'Certificate issuer', 'text', 'certificate_issuer'),
  partOf('serialnumber', 'Certificate serial number', 'text', 'certificate_serial'),
  partOf('certificatefingerprint', 'Certificate fingerprint', 'text', 'certificate_fingerprint'),
  partOf('signaturealgorithmname', 'Certificate signature algorithm', 'text', 'certificate_algorithm'),
  partOf('signaturealgorithmoid', 'Certificate signature algorithm OID', 'text', 'certificate_algorithm_oid'),
  partOf('isidentity', 'Identity certificate', 'flag', 'certificate_identity'),
  {
    ...partOf('certificateexpiry', 'Certificate expiry', 'time', 'certificate_expiry'),
    isAhead: true,
    note: 'In less than 30 days, or already: certificate_expiry<30d',
  },
]
