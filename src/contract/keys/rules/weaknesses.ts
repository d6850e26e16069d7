/** What a host can be vulnerable to, by the names of getSSLVulnerabilityCount; what is worst comes first. */
export const weaknesses = [
  'Heartbleed',
  'Poodle SSL',
  'SSLv3 Enabled',
  'Revoked',
  'Weak Cipher Suites',
  'No TLS1.2',
] as const
export type Weakness = (typeof weaknesses)[number]

/** Heartbleed gives keys away, and a revoked certificate is one that nobody should meet. */
export const isUrgentWeakness = (name: string) => name === 'Heartbleed' || name === 'Revoked'
