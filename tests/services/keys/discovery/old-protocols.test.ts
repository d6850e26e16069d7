import { describe, expect, test } from 'vitest'
import { isInstalled } from '../../../crypto/x509/tools.ts'
import { isDeep } from '../../../support/runs.ts'
import { jsseServer } from './jsse-server.ts'
import { demoScanner } from './lab-hosts.ts'

const healthy = { ssl3: 'no', poodle: 'no', noTls12: 'no', heartbleed: 'no', weakCipherSuites: [] }

// Java takes its time: in `npm run test:deep`.
describe.skipIf(!isDeep || !isInstalled('javac'))(
  'what Java still speaks is found as it was set up',
  { timeout: 120_000 },
  () => {
    test.each<[string, string, string, object]>([
      [
        'SSL 3.0 with block chaining',
        'SSLv3',
        'SSL_RSA_WITH_3DES_EDE_CBC_SHA,TLS_RSA_WITH_AES_128_CBC_SHA',
        { ...healthy, ssl3: 'yes', poodle: 'yes', noTls12: 'yes', weakCipherSuites: ['TLS_RSA_WITH_3DES_EDE_CBC_SHA'] },
      ],
      [
        'SSL 3.0 without it',
        'SSLv3',
        'SSL_RSA_WITH_RC4_128_SHA,SSL_RSA_WITH_RC4_128_MD5',
        {
          ...healthy,
          ssl3: 'yes',
          noTls12: 'yes',
          weakCipherSuites: ['TLS_RSA_WITH_RC4_128_MD5', 'TLS_RSA_WITH_RC4_128_SHA'],
        },
      ],
      [
        'weak suites of each kind, some in TLS 1.0 only',
        'TLSv1.2,TLSv1.1,TLSv1',
        [
          ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'TLS_RSA_WITH_NULL_SHA256', 'TLS_DH_anon_WITH_AES_128_GCM_SHA256'],
          ['SSL_RSA_EXPORT_WITH_DES40_CBC_SHA', 'SSL_RSA_WITH_DES_CBC_SHA', 'TLS_ECDHE_RSA_WITH_RC4_128_SHA'],
        ].join(','),
        {
          ...healthy,
          weakCipherSuites: [
            ['TLS_DH_anon_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_RC4_128_SHA'],
            ['TLS_RSA_EXPORT_WITH_DES40_CBC_SHA', 'TLS_RSA_WITH_DES_CBC_SHA', 'TLS_RSA_WITH_NULL_SHA256'],
          ].flat(),
        },
      ],
    ])('%s', async (_, protocols, suites, expected) => {
      const targets = [{ host: '127.0.0.1', port: await jsseServer(protocols, suites) }]
      const [found] = await demoScanner().assess(targets, { timeoutSeconds: 10 })
      if (found?.status !== 'SUCCESS') throw new Error(found?.message)
      const { weakCipherSuites, ...others } = found.vulnerabilities
      expect({ ...others, weakCipherSuites: weakCipherSuites.toSorted() }).toEqual(expected)
      const [result] = await demoScanner().discover(targets, { timeoutSeconds: 10 })
      expect(result?.message).toMatch(/^jsse\.example, valid until .*, self-signed$/)
    })
  },
)
