/** TLS weaknesses by the names of getSSLVulnerabilityCount, most severe first. */
export const weaknesses = [
  'Heartbleed',
  'Poodle SSL',
  'SSLv3 Enabled',
  'Revoked',
  'Weak Cipher Suites',
  'No TLS1.2',
] as const
export type Weakness = (typeof weaknesses)[number]

/** Heartbleed discloses private keys; revoked certificates must not be in use. */
export const isUrgentWeakness = (name: string) => name === 'Heartbleed' || name === 'Revoked'
