/**
 * Offered cipher suites with their numbers in IANA's TLS Cipher Suites registry (RFC 8447): all weak ones that need
 * neither a shared key nor Kerberos, and enough others for any server up to TLS 1.2.
 */
const registered = [
  [0x0001, 'TLS_RSA_WITH_NULL_MD5'],
  [0x0002, 'TLS_RSA_WITH_NULL_SHA'],
  [0x0003, 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'],
  [0x0004, 'TLS_RSA_WITH_RC4_128_MD5'],
  [0x0005, 'TLS_RSA_WITH_RC4_128_SHA'],
  [0x0006, 'TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5'],
  [0x0007, 'TLS_RSA_WITH_IDEA_CBC_SHA'],
  [0x0008, 'TLS_RSA_EXPORT_WITH_DES40_CBC_SHA'],
  [0x0009, 'TLS_RSA_WITH_DES_CBC_SHA'],
  [0x000a, 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'],
  [0x000b, 'TLS_DH_DSS_EXPORT_WITH_DES40_CBC_SHA'],
  [0x000c, 'TLS_DH_DSS_WITH_DES_CBC_SHA'],
  [0x000d, 'TLS_DH_DSS_WITH_3DES_EDE_CBC_SHA'],
  [0x000e, 'TLS_DH_RSA_EXPORT_WITH_DES40_CBC_SHA'],
  [0x000f, 'TLS_DH_RSA_WITH_DES_CBC_SHA'],
  [0x0010, 'TLS_DH_RSA_WITH_3DES_EDE_CBC_SHA'],
  [0x0011, 'TLS_DHE_DSS_EXPORT_WITH_DES40_CBC_SHA'],
  [0x0012, 'TLS_DHE_DSS_WITH_DES_CBC_SHA'],
  [0x0013, 'TLS_DHE_DSS_WITH_3DES_EDE_CBC_SHA'],
  [0x0014, 'TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA'],
  [0x0015, 'TLS_DHE_RSA_WITH_DES_CBC_SHA'],
  [0x0016, 'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA'],
  [0x0017, 'TLS_DH_anon_EXPORT_WITH_RC4_40_MD5'],
  [0x0018, 'TLS_DH_anon_WITH_RC4_128_MD5'],
  [0x0019, 'TLS_DH_anon_EXPORT_WITH_DES40_CBC_SHA'],
  [0x001a, 'TLS_DH_anon_WITH_DES_CBC_SHA'],
  [0x001b, 'TLS_DH_anon_WITH_3DES_EDE_CBC_SHA'],
  [0x002f, 'TLS_RSA_WITH_AES_128_CBC_SHA'],
  [0x0032, 'TLS_DHE_DSS_WITH_AES_128_CBC_SHA'],
  [0x0033, 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA'],
  [0x0034, 'TLS_DH_anon_WITH_AES_128_CBC_SHA'],
  [0x0035, 'TLS_RSA_WITH_AES_256_CBC_SHA'],
  [0x0038, 'TLS_DHE_DSS_WITH_AES_256_CBC_SHA'],
  [0x0039, 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA'],
  [0x003a, 'TLS_DH_anon_WITH_AES_256_CBC_SHA'],
  [0x003b, 'TLS_RSA_WITH_NULL_SHA256'],
  [0x003c, 'TLS_RSA_WITH_AES_128_CBC_SHA256'],
  [0x003d, 'TLS_RSA_WITH_AES_256_CBC_SHA256'],
  [0x0040, 'TLS_DHE_DSS_WITH_AES_128_CBC_SHA256'],
  [0x0041, 'TLS_RSA_WITH_CAMELLIA_128_CBC_SHA'],
  [0x0044, 'TLS_DHE_DSS_WITH_CAMELLIA_128_CBC_SHA'],
  [0x0045, 'TLS_DHE_RSA_WITH_CAMELLIA_128_CBC_SHA'],
  [0x0046, 'TLS_DH_anon_WITH_CAMELLIA_128_CBC_SHA'],
  [0x0060, 'TLS_RSA_EXPORT1024_WITH_RC4_56_MD5'],
  [0x0061, 'TLS_RSA_EXPORT1024_WITH_RC2_CBC_56_MD5'],
  [0x0062, 'TLS_RSA_EXPORT1024_WITH_DES_CBC_SHA'],
  [0x0063, 'TLS_DHE_DSS_EXPORT1024_WITH_DES_CBC_SHA'],
  [0x0064, 'TLS_RSA_EXPORT1024_WITH_RC4_56_SHA'],
  [0x0065, 'TLS_DHE_DSS_EXPORT1024_WITH_RC4_56_SHA'],
  [0x0066, 'TLS_DHE_DSS_WITH_RC4_128_SHA'],
  [0x0067, 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA256'],
  [0x006a, 'TLS_DHE_DSS_WITH_AES_256_CBC_SHA256'],
  [0x006b, 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256'],
  [0x006c, 'TLS_DH_anon_WITH_AES_128_CBC_SHA256'],
  [0x006d, 'TLS_DH_anon_WITH_AES_256_CBC_SHA256'],
  [0x0084, 'TLS_RSA_WITH_CAMELLIA_256_CBC_SHA'],
  [0x0087, 'TLS_DHE_DSS_WITH_CAMELLIA_256_CBC_SHA'],
  [0x0088, 'TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA'],
  [0x0089, 'TLS_DH_anon_WITH_CAMELLIA_256_CBC_SHA'],
  [0x0096, 'TLS_RSA_WITH_SEED_CBC_SHA'],
  [0x0099, 'TLS_DHE_DSS_WITH_SEED_CBC_SHA'],
  [0x009a, 'TLS_DHE_RSA_WITH_SEED_CBC_SHA'],
  [0x009b, 'TLS_DH_anon_WITH_SEED_CBC_SHA'],
  [0x009c, 'TLS_RSA_WITH_AES_128_GCM_SHA256'],
  [0x009d, 'TLS_RSA_WITH_AES_256_GCM_SHA384'],
  [0x009e, 'TLS_DHE_RSA_WITH_AES_128_GCM_SHA256'],
  [0x009f, 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
  [0x00a2, 'TLS_DHE_DSS_WITH_AES_128_GCM_SHA256'],
  [0x00a3, 'TLS_DHE_DSS_WITH_AES_256_GCM_SHA384'],
  [0x00a6, 'TLS_DH_anon_WITH_AES_128_GCM_SHA256'],
  [0x00a7, 'TLS_DH_anon_WITH_AES_256_GCM_SHA384'],
  [0x00bf, 'TLS_DH_anon_WITH_CAMELLIA_128_CBC_SHA256'],
  [0x00c5, 'TLS_DH_anon_WITH_CAMELLIA_256_CBC_SHA256'],
  [0xc001, 'TLS_ECDH_ECDSA_WITH_NULL_SHA'],
  [0xc002, 'TLS_ECDH_ECDSA_WITH_RC4_128_SHA'],
  [0xc003, 'TLS_ECDH_ECDSA_WITH_3DES_EDE_CBC_SHA'],
  [0xc006, 'TLS_ECDHE_ECDSA_WITH_NULL_SHA'],
  [0xc007, 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA'],
  [0xc008, 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA'],
  [0xc009, 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA'],
  [0xc00a, 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA'],
  [0xc00b, 'TLS_ECDH_RSA_WITH_NULL_SHA'],
  [0xc00c, 'TLS_ECDH_RSA_WITH_RC4_128_SHA'],
  [0xc00d, 'TLS_ECDH_RSA_WITH_3DES_EDE_CBC_SHA'],
  [0xc010, 'TLS_ECDHE_RSA_WITH_NULL_SHA'],
  [0xc011, 'TLS_ECDHE_RSA_WITH_RC4_128_SHA'],
  [0xc012, 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA'],
  [0xc013, 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'],
  [0xc014, 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA'],
  [0xc015, 'TLS_ECDH_anon_WITH_NULL_SHA'],
  [0xc016, 'TLS_ECDH_anon_WITH_RC4_128_SHA'],
  [0xc017, 'TLS_ECDH_anon_WITH_3DES_EDE_CBC_SHA'],
  [0xc018, 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA'],
  [0xc019, 'TLS_ECDH_anon_WITH_AES_256_CBC_SHA'],
  [0xc023, 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256'],
  [0xc024, 'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384'],
  [0xc027, 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256'],
  [0xc028, 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384'],
  [0xc02b, 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
  [0xc02c, 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
  [0xc02f, 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  [0xc030, 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'],
  [0xc046, 'TLS_DH_anon_WITH_ARIA_128_CBC_SHA256'],
  [0xc047, 'TLS_DH_anon_WITH_ARIA_256_CBC_SHA384'],
  [0xc050, 'TLS_RSA_WITH_ARIA_128_GCM_SHA256'],
  [0xc051, 'TLS_RSA_WITH_ARIA_256_GCM_SHA384'],
  [0xc052, 'TLS_DHE_RSA_WITH_ARIA_128_GCM_SHA256'],
  [0xc053, 'TLS_DHE_RSA_WITH_ARIA_256_GCM_SHA384'],
  [0xc05a, 'TLS_DH_anon_WITH_ARIA_128_GCM_SHA256'],
  [0xc05b, 'TLS_DH_anon_WITH_ARIA_256_GCM_SHA384'],
  [0xc05c, 'TLS_ECDHE_ECDSA_WITH_ARIA_128_GCM_SHA256'],
  [0xc05d, 'TLS_ECDHE_ECDSA_WITH_ARIA_256_GCM_SHA384'],
  [0xc060, 'TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256'],
  [0xc061, 'TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384'],
  [0xc084, 'TLS_DH_anon_WITH_CAMELLIA_128_GCM_SHA256'],
  [0xc085, 'TLS_DH_anon_WITH_CAMELLIA_256_GCM_SHA384'],
  [0xc09c, 'TLS_RSA_WITH_AES_128_CCM'],
  [0xc09d, 'TLS_RSA_WITH_AES_256_CCM'],
  [0xc09e, 'TLS_DHE_RSA_WITH_AES_128_CCM'],
  [0xc09f, 'TLS_DHE_RSA_WITH_AES_256_CCM'],
  [0xc0a0, 'TLS_RSA_WITH_AES_128_CCM_8'],
  [0xc0a1, 'TLS_RSA_WITH_AES_256_CCM_8'],
  [0xc0a2, 'TLS_DHE_RSA_WITH_AES_128_CCM_8'],
  [0xc0a3, 'TLS_DHE_RSA_WITH_AES_256_CCM_8'],
  [0xc0ac, 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM'],
  [0xc0ad, 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM'],
  [0xc0ae, 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8'],
  [0xc0af, 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8'],
  [0xcca8, 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256'],
  [0xcca9, 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256'],
  [0xccaa, 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256'],
] as const

export type CipherSuiteName = (typeof registered)[number][1]

export interface CipherSuite {
  code: number
  name: CipherSuiteName
}

/** Weaknesses of suites, with sources. The first pattern that matches the name applies. */
const weaknesses = [
  [/_NULL_/, 'does not encrypt', 'RFC 9325, 4.1'],
  [/_anon_/, 'does not say who the server is', 'RFC 9325, 4.1'],
  [/_EXPORT/, 'has a key of export strength, 56 bits or less', 'RFC 9325, 4.1; FREAK, CVE-2015-0204'],
  [/_RC4_/, 'uses RC4', 'RFC 7465'],
  [/_DES_/, 'has a key of 56 bits', 'RFC 5469'],
  [/_3DES_|_IDEA_/, 'has blocks of 64 bits', 'Sweet32, CVE-2016-2183; RFC 5469'],
] as const

export interface Weakness {
  meaning: string
  source: string
}

export function weaknessOf(suite: string): Weakness | undefined {
  const found = weaknesses.find(([pattern]) => pattern.test(suite))
  return found && { meaning: found[1], source: found[2] }
}

export const cipherSuites: readonly CipherSuite[] = registered.map(([code, name]) => ({ code, name }))

export const weakCipherSuites = cipherSuites.filter(({ name }) => weaknessOf(name))

/** Suites with server authentication, newest first and weak ones last, as in other clients. */
export const authenticatedSuites = [
  ...cipherSuites.filter(({ name }) => !weaknessOf(name)).toReversed(),
  ...weakCipherSuites.filter(({ name }) => !name.includes('_anon_')),
]

/** CBC mode, whose padding SSL 3.0 does not verify: the precondition of POODLE (CVE-2014-3566). */
export const isBlockChaining = ({ name }: CipherSuite): boolean => name.includes('_CBC')

/** The three common suites of TLS 1.3 (RFC 8446, B.4). */
export const tls13Suites: readonly number[] = [0x1301, 0x1302, 0x1303]

export const suiteName = (code: number): CipherSuiteName | undefined =>
  cipherSuites.find((suite) => suite.code === code)?.name
